import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@veritrace/platform/errors'
import { checkLimits } from './limits.ts'
import { parseSparql } from './parse.ts'

const check = (text: string, kind: 'query' | 'update' = 'query'): void =>
  checkLimits(kind === 'query' ? parseSparql(text, kind) : parseSparql(text, kind))

const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('')
const nested = (depth: number, open: string, inside: string, close: string): string =>
  open.repeat(depth) + inside + close.repeat(depth)

/** Each exceeds the depth limit at 65 levels. A parser or the engine would crash at some thousand levels. */
const NESTED: [what: string, make: (depth: number) => string][] = [
  ['groups', (n) => `SELECT * ${nested(n, '{', '?s ?p ?o', '}')}`],
  ['OPTIONAL', (n) => `SELECT * { ?s ?p ?o ${nested(n, 'OPTIONAL{', '?s ?p ?o', '}')} }`],
  ['MINUS', (n) => `SELECT * { ?s ?p ?o ${nested(n, 'MINUS{', '?s ?p ?o', '}')} }`],
  ['GRAPH', (n) => `SELECT * { ${nested(n, 'GRAPH?g{', '?s ?p ?o', '}')} }`],
  ['UNION inside UNION', (n) => `SELECT * { ${nested(n, '{}UNION{', '', '}')} }`],
  ['subselects', (n) => `SELECT * { ${nested(n, '{SELECT*{', '?s ?p ?o', '}}')} }`],
  ['EXISTS', (n) => `SELECT * { ${nested(n, 'FILTER EXISTS{', '?s ?p ?o', '}')} }`],
  ['parentheses in expressions', (n) => `SELECT * { FILTER(${nested(n, '(', '1', ')')}) }`],
  ['function calls', (n) => `SELECT * { FILTER(${nested(n, 'STR(', '1', ')')}) }`],
  ['negations in parentheses', (n) => `SELECT * { FILTER(${nested(n, '!(', '1', ')')}) }`],
  ['property paths', (n) => `SELECT * { ?s ${nested(n, '(', '<a:p>', ')*')} ?o }`],
  ['blank nodes', (n) => `SELECT * { ?s ?p ${nested(n, '[<a:p>', '1', ']')} }`],
  ['lists', (n) => `SELECT * { ?s ?p ${nested(n, '(', '1', ')')} }`],
  ['unclosed braces', (n) => `SELECT * ${'{'.repeat(n)}`],
]
for (const [what, make] of NESTED)
  for (const depth of [65, 10_000])
    test(`${depth} levels of ${what} are rejected immediately, and the next query is answered`, () => {
      const took = refusedIn(make(depth), 'query_too_complex')
      assert.ok(took < 50, `took ${took} ms`)
      check('SELECT * { ?s ?p ?o }')
    })

/** The error message contains the caller's word, and it is processed again. */
for (const [what, word] of [
  ['digits', '0'.repeat(500_000)],
  ['brackets in a string', `"${'<['.repeat(250_000)}"`],
] as const)
  test(`a wrong word of ${what} is rejected immediately, whatever its length`, () => {
    const took = refusedIn(`INSERT DATA { <a:s> ${word} <a:o> }`, 'sparql_syntax', 'update')
    assert.ok(took < 2_000, `took ${took} ms`)
  })

/**
 * Flat chains are deep only inside the engine. Hundreds of links are common or exceed a separate limit; thousands never run.
 */
const CHAINS: [what: string, make: (length: number) => string, most: number, code?: string][] = [
  ['||', (n) => `SELECT * { FILTER(?a${'||?a'.repeat(n)}) }`, 499],
  ['+', (n) => `SELECT * { FILTER(1${' + 1'.repeat(n)}) }`, 499],
  ['UNION', (n) => `SELECT * { {}${'UNION{}'.repeat(n)} }`, 99],
  ['triple patterns', (n) => `SELECT * { ${'?s?p?o.'.repeat(n)} }`, 100],
  ['objects', (n) => `SELECT * { ?s ?p 1${',1'.repeat(n - 1)} }`, 100],
  ['items of a list', (n) => `SELECT * { (${'1 '.repeat(n)}) ?p ?o }`, 49],
  ['steps of a path', (n) => `SELECT * { ?s <a:>${'/<a:>'.repeat(n)} ?o }`, 99],
  ['alternatives of a path', (n) => `SELECT * { ?s <a:>${'|<a:>'.repeat(n)} ?o }`, 99],
  ['groups', (n) => `SELECT * { ${'{}'.repeat(n)} }`, 255],
  ['subselects', (n) => `SELECT * { ${'{SELECT*{}}'.repeat(n)} }`, 32],
  ['FILTER', (n) => `SELECT * { ${'FILTER(1)'.repeat(n)} }`, 255],
  ['blocks of VALUES', (n) => `SELECT * { ${'VALUES?x{1}'.repeat(n)} }`, 255],
  ['columns', (n) => `SELECT ${times(n, (i) => `(1 AS?v${i})`)} { }`, 255],
  ['groupings', (n) => `SELECT (COUNT(*) AS ?n) { } GROUP BY ${times(n, (i) => `(1 AS?v${i})`)}`, 256],
  ['operands of IN', (n) => `SELECT * { FILTER(?x IN (${Array(n).fill('1').join()})) }`, 999],
  ['operands of a function', (n) => `SELECT * { FILTER(CONCAT(${Array(n).fill('"1"').join()})) }`, 1000],
  ['BIND', (n) => `SELECT * { ${times(n, (i) => `BIND(STR(1)AS?v${i})`)} }`, 255],
]
for (const [what, make, most] of CHAINS) {
  test(`${most} ${what} in a row are accepted, one more is not`, () => {
    check(make(most))
    refusedIn(make(most + 1), 'query_too_complex')
  })
  test(`10,000 ${what} in a row are rejected immediately`, () => {
    const took = refusedIn(make(10_000), 'query_too_complex')
    assert.ok(took < 50, `took ${took} ms`)
  })
}

for (const sign of ['!', '-', '^'])
  test(`a chain of 10,000 “${sign}” is not SPARQL and is rejected immediately`, () => {
    const took = refusedIn(`SELECT * { FILTER(${sign.repeat(10_000)}?a) }`, /^(?:sparql_syntax|query_too_complex)$/)
    assert.ok(took < 50, `took ${took} ms`)
  })

test('10,000 rows of VALUES are accepted, more are not', () => {
  const rows = (count: number) => `SELECT * { VALUES ?x { ${'1 '.repeat(count)} } }`
  check(rows(10_000))
  assert.throws(() => check(rows(10_001)), { message: 'The text has more than 10,000 rows of VALUES.' })
})

test('a query may have 64 KiB, an update 1 MiB, counted in bytes', () => {
  const comment = (bytes: number) => `ASK {} #${'x'.repeat(bytes - 8)}`
  check(comment(64 * 1024))
  assert.throws(() => check(comment(64 * 1024 + 1)), {
    code: 'query_too_complex',
    message: 'The query is longer than 64 KiB.',
  })
  assert.throws(() => check(`ASK {} #${'é'.repeat(40_000)}`), { code: 'query_too_complex' })
  check(`#${'x'.repeat(1024 * 1024 - 1)}`, 'update')
  assert.throws(() => check(`#${'x'.repeat(1024 * 1024)}`, 'update'), { code: 'query_too_complex' })
})

test('data of an update does not count as patterns; templates have a separate limit', () => {
  const triples = (count: number) => times(count, (i) => `<a:s> <a:p> ${i} . `)
  check(`INSERT DATA { ${triples(2_000)} }`, 'update')
  check(`INSERT { ${triples(1000)} } WHERE { ?s ?p ?o }`, 'update')
  assert.throws(() => check(`INSERT { ${triples(1001)} } WHERE {}`, 'update'), {
    message: 'The text has more than 1,000 triples in a template.',
  })
  assert.throws(() => check(`DELETE WHERE { ${triples(101)} }`, 'update'), { code: 'query_too_complex' })
  assert.throws(() => check(`CONSTRUCT { ${triples(1001)} } WHERE {}`), { code: 'query_too_complex' })
})

test('pattern limits apply to each operation of an update separately', () => {
  const operation = `DELETE { ?s ?p ?o } WHERE { ${'?s ?p ?o . '.repeat(60)} }`
  check([operation, operation].join(' ; '), 'update')
})

test('brackets in strings, IRIs, names and comments do not count as nesting', () => {
  const open = '{(['.repeat(50)
  check(`PREFIX p: <a:> ASK { ?s p:\\(\\(\\( "${open}", '''${open}''', <a:(((> # ${open}\n }`)
})

test('an update with too many operations is rejected before it is parsed', () => {
  const took = refusedIn('CLEAR ALL;'.repeat(100_000), 'query_too_complex', 'update')
  assert.ok(took < 150, `took ${took} ms`)
})

/** CPU milliseconds until the rejection. */
function refusedIn(text: string, code: string | RegExp, kind: 'query' | 'update' = 'query'): number {
  const before = process.threadCpuUsage()
  try {
    check(text, kind)
  } catch (error) {
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(isAppError(error), String(error))
    assert.match(error.code, code instanceof RegExp ? code : new RegExp(`^${code}$`), error.message)
    return (user + system) / 1000
  }
  assert.fail('it was not rejected')
}
