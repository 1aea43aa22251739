// The cases of RFC 7396, Appendix A, whose patch is an object.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergePatch } from './merge-patch.ts'

const CASES: [known: Record<string, unknown> | null, patch: Record<string, unknown>, after: Record<string, unknown>][] =
  [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [null, { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ]

for (const [known, patch, after] of CASES)
  test(`${JSON.stringify(known)} becomes ${JSON.stringify(after)} by ${JSON.stringify(patch)}`, () => {
    const before = structuredClone(known)
    assert.deepEqual(mergePatch(known, patch), after)
    assert.deepEqual(known, before, 'the input is unchanged')
  })
