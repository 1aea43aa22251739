import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@veritrace/platform/errors'
import fc from 'fast-check'
import { anyCharacter } from '../terms/testing.ts'
import { parseSparql } from './parse.ts'

test('a parsed query has its form', () => {
  const forms = ['SELECT * {}', 'ASK {}', 'CONSTRUCT WHERE {}', 'DESCRIBE <a:x>'].map(
    (text) => parseSparql(text, 'query').form,
  )
  assert.deepEqual(forms, ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE'])
})

test('a parsed update lists its operations in order, each with the prologue that applies to it', () => {
  const text = 'PREFIX p: <a:> CREATE GRAPH p:x ; BASE <b:c> PREFIX p: <> CLEAR GRAPH p: ; INSERT DATA { p: p: p: } ;'
  const { operations } = parseSparql(text, 'update')
  assert.deepEqual(
    operations.map(({ form, prologue }) => [form, prologue.base, prologue.prefixes.get('p')]),
    [
      ['CREATE', undefined, 'a:'],
      ['CLEAR', 'b:c', 'b:c'],
      ['INSERT DATA', 'b:c', 'b:c'],
    ],
  )
})

test('an empty update is valid, an empty query is not', () => {
  assert.deepEqual(parseSparql(' # nothing\n', 'update').operations, [])
  assert.throws(() => parseSparql('', 'query'), {
    code: 'sparql_syntax',
    message: 'Line 1, column 1: There is no query in the text.',
  })
})

test('codepoint escapes are decoded in the text that runs', () => {
  const { text } = parseSparql('SELECT * { ?s ?p "\\u0041\\U0001F600" }', 'query')
  assert.equal(text, 'SELECT * { ?s ?p "A😀" }')
})

test('names are resolved as written: colons, escapes and percent signs', () => {
  const text = 'BASE <http://example.com/a/> PREFIX p: <b/> DESCRIBE p:c:d:e p:f\\-g%41 <../h> <urn:i> p:'
  const { ast } = parseSparql(text, 'query')
  assert.ok(ast.subType === 'describe')
  assert.deepEqual(
    ast.variables.map((term) => 'value' in term && term.value),
    ['c:d:e', 'f-g%41', '../h']
      .map((name) => (name === '../h' ? 'http://example.com/h' : `http://example.com/a/b/${name}`))
      .concat('urn:i', 'http://example.com/a/b/'),
  )
})

test('a name shared by several triples is resolved in each of them', () => {
  const { ast } = parseSparql('PREFIX p: <a:> CONSTRUCT WHERE { p:b:c p:d 1, 2 ; p:e\\-f 3 }', 'query')
  const found = [...JSON.stringify(ast.where).matchAll(/"value":"(a:[^"]*)"/g)].map(([, iri]) => iri)
  assert.deepEqual(found, ['a:b:c', 'a:d', 'a:b:c', 'a:d', 'a:b:c', 'a:e-f'])
})

test('positions refer to the decoded text', () => {
  const { ast, text } = parseSparql('SELECT * { ?s ?p "\\u0041" . ?x <a:b> ?y }', 'query')
  assert.ok(ast.where?.loc.sourceLocationType === 'source')
  assert.equal(text.slice(ast.where.loc.start, ast.where.loc.end), '{ ?s ?p "A" . ?x <a:b> ?y }')
})

const SYNTAX: [text: string, message: string, extras: Record<string, unknown>][] = [
  [
    'SELECT *\nWHERE { ?s ?p ?o ',
    'Line 2, column 17: The text ends too early. Expected }.',
    { line: 2, column: 17, expected: ['}'] },
  ],
  [
    'SELECT * { "😀" ?p ?o ] }',
    'Line 1, column 22: “]” is not allowed here. Expected }.',
    { line: 1, column: 22, token: ']', expected: ['}'] },
  ],
  [
    'ASK { GRAPH _:b {} }',
    'Line 1, column 13: “_:b” is not allowed here. Expected a variable, an IRI in <> or a prefixed name.',
    { line: 1, column: 13, token: '_:b', expected: ['a variable', 'an IRI in <>', 'a prefixed name'] },
  ],
  ['SELEC * {}', 'Line 1, column 1: “SELEC” is not valid SPARQL.', { line: 1, column: 1, token: 'SELEC' }],
  [
    'SELECT * {\r\n ?s x:p ?o }',
    'Line 2, column 5: The prefix “x:” is not declared.',
    { line: 2, column: 5, token: 'x:p' },
  ],
  [
    'SELECT * { ?x <a:p> ?y BIND(1 AS ?y) }',
    'Line 1, column 34: The variable ?y is already bound; use another name after AS.',
    { line: 1, column: 34, token: '?y' },
  ],
  [
    'ASK { ?s ?p "x }',
    'Line 1, column 13: The string that starts here is not closed.',
    { line: 1, column: 13, token: '"', expected: ['"'] },
  ],
  [
    'ASK { <x> ?p ?o }',
    'Line 1, column 7: The relative IRI <x> has no BASE to be resolved against.',
    { line: 1, column: 7, token: 'x' },
  ],
  [
    'ASK {} ASK {}',
    'Line 1, column 8: “ASK” is not allowed here. Expected end of text.',
    { line: 1, column: 8, token: 'ASK', expected: ['end of text'] },
  ],
  ['CLEAR ALL', 'This is an update; a query was expected.', {}],
  ['ASK {\0}', 'Line 1, column 6: The text contains the character U+0000.', { line: 1, column: 6 }],
  ['ASK { # \\u0000\n}', 'Line 1, column 9: The text contains the character U+0000.', { line: 1, column: 9 }],
  ['ASK {}\ud800', 'Line 1, column 7: The text contains half of a surrogate pair.', { line: 1, column: 7 }],
  [
    'ASK {} # \\uD83D\\uDE00',
    'Line 1, column 10: \\uD83D is not a Unicode character.',
    { line: 1, column: 10, token: '\\uD83D' },
  ],
]
for (const [text, message, extras] of SYNTAX)
  test(`${JSON.stringify(text)} is rejected: ${message}`, () => {
    assert.throws(() => parseSparql(text, 'query'), { code: 'sparql_syntax', status: 400, message, extras })
  })

test('any number of blanks and comments may separate words', () => {
  const blanks = `${' \n'.repeat(2000)}# data\r`
  assert.equal(parseSparql(`INSERT${blanks}DATA{}`, 'update').operations[0]?.form, 'INSERT DATA')
  assert.equal(parseSparql(`INSERT${blanks}{}${blanks}WHERE{}`, 'update').operations[0]?.form, 'DELETE/INSERT')
  assert.equal(parseSparql(`ASK{FILTER(NOT${blanks}EXISTS{}&&1 NOT${blanks}IN(2))}`, 'query').form, 'ASK')
})

test('text that could slow a lexer down is handled quickly', () => {
  const slow = [
    'INSERT'.concat(' '.repeat(60_000)),
    `ASK {${'a'.repeat(60_000)}}`,
    `ASK {${'a.'.repeat(30_000)}}`,
    `ASK {${'as'.repeat(30_000)}:}`,
    `ASK {${'<a'.repeat(30_000)}}`,
    `ASK {${'"'.repeat(60_000)}}`,
    `ASK {${"'''\\".repeat(15_000)}}`,
    `ASK {${'( '.repeat(30_000)}}`,
    `ASK {${`(${' '.repeat(900)})`.repeat(60)}}`,
    `ASK {${'1'.repeat(60_000)}}`,
    `ASK {${'1.1'.repeat(20_000)}}`,
    `ASK {${'x:.'.repeat(20_000)}}`,
    `ASK {${'?x'.repeat(30_000)}}`,
    `ASK {${'é-'.repeat(15_000)}}`,
    `SELECT ${names(900)} {} GROUP BY ${names(900)}`,
    `\\u005C`.repeat(10_000),
  ]
  parseSparql('ASK {}', 'query')
  for (const text of slow) {
    const before = process.threadCpuUsage()
    try {
      parseSparql(text, 'query')
    } catch (error) {
      assert.ok(isAppError(error), `${text.slice(0, 20)}: ${error}`)
    }
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 500_000, `${text.slice(0, 20)} took ${(user + system) / 1000} ms`)
  }
})

const names = (count: number): string => Array.from({ length: count }, (_, i) => `?v${i}`).join(' ')

const WORDS = [
  ...'SELECT ASK CONSTRUCT DESCRIBE WHERE FROM NAMED GRAPH SERVICE UNION OPTIONAL MINUS FILTER BIND VALUES AS'.split(
    ' ',
  ),
  ...'INSERT DELETE DATA CLEAR DROP COPY TO ALL DEFAULT WITH USING LOAD NOT EXISTS IN GROUP ORDER BY LIMIT'.split(' '),
  ...'PREFIX BASE p: p:a _:b ?x $y <a:b> <b> "s" \'t\' """u""" @en ^^ 1 -2.5 1e3 true a * + - / | || && ! = <'.split(
    ' ',
  ),
  ...'{ } ( ) [ ] . ; , # \n \r \\u0041 \\ \0 \ud800 é 😀'.split(' '),
]
const sparqlLike = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' '))

test('random text gives a tree or a known error, in bounded time', () => {
  const texts = fc.oneof(sparqlLike, fc.string({ unit: anyCharacter, maxLength: 200 }), fc.string({ maxLength: 2000 }))
  fc.assert(
    fc.property(texts, fc.constantFrom('query', 'update'), (text, kind) => {
      const before = process.threadCpuUsage()
      try {
        if (kind === 'query') parseSparql(text, 'query')
        else parseSparql(text, 'update')
      } catch (error) {
        if (!isAppError(error)) throw error
        assert.match(error.code, /^(?:sparql_syntax|query_too_complex)$/)
      }
      const { user, system } = process.threadCpuUsage(before)
      assert.ok(user + system < 250_000)
    }),
    { numRuns: 600 },
  )
})
