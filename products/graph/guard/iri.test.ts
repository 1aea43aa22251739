import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import oxigraph from 'oxigraph'
import { resolveIri } from './iri.ts'

const base = 'http://a/b/c/d;p?q'
/** RFC 3986 §5.4 */
const EXAMPLES: Record<string, string> = {
  'g:h': 'g:h',
  g: 'http://a/b/c/g',
  './g': 'http://a/b/c/g',
  'g/': 'http://a/b/c/g/',
  '/g': 'http://a/g',
  '//g': 'http://g',
  '?y': 'http://a/b/c/d;p?y',
  'g?y': 'http://a/b/c/g?y',
  '#s': 'http://a/b/c/d;p?q#s',
  'g#s': 'http://a/b/c/g#s',
  ';x': 'http://a/b/c/;x',
  '': 'http://a/b/c/d;p?q',
  '.': 'http://a/b/c/',
  './': 'http://a/b/c/',
  '..': 'http://a/b/',
  '../g': 'http://a/b/g',
  '../../../g': 'http://a/g',
  '/./g': 'http://a/g',
  'g.': 'http://a/b/c/g.',
  '..g': 'http://a/b/c/..g',
  './g/.': 'http://a/b/c/g/',
  'g;x=1/../y': 'http://a/b/c/y',
  'g?y/../x': 'http://a/b/c/g?y/../x',
}
for (const [reference, iri] of Object.entries(EXAMPLES))
  test(`<${reference}> is ${iri}`, () => assert.equal(resolveIri(reference, base), iri))

test('a relative reference without a base cannot be resolved', () =>
  assert.equal(resolveIri('g', undefined), undefined))

test('the engine resolves references to the same IRI', () => {
  const store = new oxigraph.Store()
  const part = fc.constantFrom(
    '.',
    '..',
    '...',
    'a',
    'b:c',
    'x',
    '%41',
    'é',
    '?',
    '#',
    '/',
    '//',
    ':',
    '@',
    'urn:',
    'http://h',
  )
  const reference = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''))
  const bases = fc.constantFrom('http://h/', 'http://h', 'urn:', 'urn:x/', 'file:///')
  let compared = 0
  fc.assert(
    fc.property(bases, reference, reference, (start, rest, iri) => {
      const ours = resolveIri(iri, start + rest)
      const theirs = engineIri(store, iri, start + rest)
      if (ours === undefined || theirs === undefined) return
      compared += 1
      assert.equal(ours, theirs)
    }),
    { numRuns: 700 },
  )
  assert.ok(compared > 175)
})

function engineIri(store: oxigraph.Store, iri: string, base_iri: string): string | undefined {
  try {
    return String(store.query(`SELECT (STR(<${iri}>) AS ?x) {}`, { base_iri, results_format: 'tsv' }))
      .split('\n')[1]
      ?.slice(1, -1)
  } catch {
    return undefined
  }
}
