import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entitiesOf as entitiesIn } from './entities.ts'

const entitiesOf = (doctype: string) => entitiesIn(doctype, (message) => new Error(message))

/** The value of an entity in a document with these declarations. */
const valueIn = (declarations: string, name: string): string | undefined =>
  entitiesOf(` rdf:RDF [ ${declarations} ]`).get(name)?.()

const VALUES: [what: string, declarations: string, name: string, value: string | undefined][] = [
  ['a plain text', '<!ENTITY a "text">', 'a', 'text'],
  ['nothing', '<!ENTITY a "">', 'a', ''],
  ['characters by number', '<!ENTITY a "caf&#233; &#xe9;&#x1F600;">', 'a', 'café é😀'],
  ['another entity', '<!ENTITY a "http://e.test/"><!ENTITY b "&a;b">', 'b', 'http://e.test/b'],
  ['an entity that is declared later', '<!ENTITY b "&a;b"><!ENTITY a "a">', 'b', 'ab'],
  ['a character that is escaped twice', '<!ENTITY a "&#38;#60;&#38;amp;">', 'a', '<&'],
  ['a character that is escaped twice', '<!ENTITY a "&#38;#60;&#38;amp;">', 'a', '<&'],
  ['text that only looks like a reference', '<!ENTITY a "&#38;#38;lt;">', 'a', '&lt;'],
  ['an apostrophe in quotes', '<!ENTITY a "it\'s">', 'a', "it's"],
  ['quotes in apostrophes', '<!ENTITY a \'the "a"\'>', 'a', 'the "a"'],
  ['a bracket and a greater-than sign', '<!ENTITY a "]>"><!ENTITY b "b">', 'b', 'b'],
  ['the first of two declarations', '<!ENTITY a "1"><!ENTITY a "2">', 'a', '1'],
  ['the first of two declarations, though it is external', '<!ENTITY a SYSTEM "x:y"><!ENTITY a "2">', 'a', undefined],
  ['a declaration in a comment', '<!-- <!ENTITY a "1"> it\'s --><!ENTITY a "2">', 'a', '2'],
  ['a declaration in an instruction', '<?x <!ENTITY a "1"> "?><!ENTITY a "2">', 'a', '2'],
  ['a declaration in a default', '<!ATTLIST x y CDATA \'<!ENTITY a "1">\'><!ENTITY a "2">', 'a', '2'],
  ['a predefined entity, declared again', '<!ENTITY lt "&#38;#60;"><!ENTITY amp "wrong">', 'amp', undefined],
  ['an external entity', '<!ENTITY a PUBLIC "p" "http://e.test/a">', 'a', undefined],
  ['a parameter entity', '<!ENTITY % a "1"> %a;', 'a', undefined],
  ['an entity with the name of a built-in property', '<!ENTITY __proto__ "1">', '__proto__', '1'],
]
for (const [what, declarations, name, value] of VALUES)
  test(`the value of an entity is resolved: ${what}`, () => assert.equal(valueIn(declarations, name), value))

const laughs = (levels: number, times = 10): string =>
  Array.from({ length: levels }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(times)}">`).join('')

const REFUSED: [what: string, declarations: string, name: string, words: RegExp][] = [
  ['contains itself', '<!ENTITY a "x&a;">', 'a', /entity a .*itself/],
  ['contains itself through others', '<!ENTITY a "&b;"><!ENTITY b "&c;"><!ENTITY c "&a;">', 'a', /entity a .*itself/],
  ['refers to an unknown one', '<!ENTITY a "&b;">', 'a', /entity b .*not declared/],
  [
    'refers to an external one',
    '<!ENTITY b SYSTEM "file:///etc/passwd"><!ENTITY a "&b;">',
    'a',
    /entity b .*not declared/,
  ],
  ['has elements', '<!ENTITY a "<b>x</b>">', 'a', /entity a .*markup/],
  ['has elements as character references', '<!ENTITY a "&#60;b/>">', 'a', /entity a .*markup/],
  ['has a lone ampersand', '<!ENTITY a "R&#38;D">', 'a', /entity a .*&/],
  ['has a character that XML forbids', '<!ENTITY a "&#1;">', 'a', /entity a .*&#1;/],
  ['has half of a surrogate pair', '<!ENTITY a "&#xD800;">', 'a', /entity a .*&#xD800;/],
  ['has a number beyond Unicode', '<!ENTITY a "&#99999999999;">', 'a', /entity a .*&#9+;/],
  ['repeats a long text many times', `<!ENTITY l0 "lol">${laughs(9)}`, 'l9', /entity l\d .*longer/],
  ['is nested too deeply', `<!ENTITY l0 "lol">${laughs(5_000, 1)}`, 'l5000', /deep/],
]
for (const [what, declarations, name, words] of REFUSED)
  test(`an entity that ${what} is rejected, and a valid one next to it is not`, () => {
    const entities = entitiesOf(` x [ ${declarations} <!ENTITY fine "1"> ]`)
    assert.throws(() => entities.get(name)!(), words)
    assert.throws(() => entities.get(name)!(), words)
    assert.equal(entities.get('fine')!(), '1')
  })

test('an empty text repeated many times is cheap', () => {
  const started = performance.now()
  assert.equal(valueIn(`<!ENTITY l0 "">${laughs(15)}`, 'l15'), '')
  assert.ok(performance.now() - started < 1_000)
})

test('the total length of all values is limited', () => {
  const many = Array.from({ length: 100 }, (_, i) => `<!ENTITY m${i} "&long;">`).join('')
  const entities = entitiesOf(` x [ <!ENTITY long "${'x'.repeat(60_000)}">${many} ]`)
  assert.throws(() => {
    for (let i = 0; i < 100; i++) entities.get(`m${i}`)!()
  }, /together/)
})

test('a DOCTYPE with unclosed tokens is scanned only once', () => {
  const started = performance.now()
  for (const part of ['<!--', '<?', '<!ENTITY a "', '<!ENTITY ', "<!A '", '<!ENTITY a SYSTEM ', '<!ENTITY a "b" '])
    entitiesOf(` x ${part.repeat(50_000)}`)
  assert.throws(() => valueIn(`<!ENTITY a "${'&#'.repeat(50_000)}">`, 'a'), /&/)
  assert.ok(performance.now() - started < 3_000)
})
