import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical, digestOf } from './canonical.ts'

/** Values with the digests that the server computes for them. */
const SEALED: readonly (readonly [unknown, string])[] = [
  [
    { b: 1, a: { d: [3, { z: null, y: 'x' }], c: true } },
    'sha256:72e9f81ee6b9fb6609d04048930084689419b5fe97840ccc9092b1de949001fa',
  ],
  // JavaScript orders numeric keys first, in the browser and on the server.
  [{ b: 1, 10: 'ten', 9: 'nine', a: 2 }, 'sha256:9f4e2b244ca14f2b14881c0483438ce31e988b0fc810233307852b26905182dd'],
  [
    { é: 1, z: 2, Z: 3, '😀': 4, '\uffff': 5 },
    'sha256:6c87ee97774ed073fa35f628da5bfbf57681d07d129a21b26f1307b3406901a1',
  ],
  [
    { text: 'line\nbreak "quote" \u2028 ß', number: 0.1, big: 1e21, none: null, list: [] },
    'sha256:293212f1dd21d9e670d8cddf96dc252226916977aed135a241d9a63a72068cb1',
  ],
  [[], 'sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945'],
]

test('keys are sorted at every depth, and lists are unchanged', () => {
  assert.equal(canonical({ b: [2, 1], a: { d: 1, c: 2 } }), '{"a":{"c":2,"d":1},"b":[2,1]}')
})

test('the browser computes the same digest as the server', async () => {
  for (const [value, digest] of SEALED) assert.equal(await digestOf(value), digest)
})

test('the digest ignores the order of keys, but not a changed character', async () => {
  const digest = await digestOf({ a: 1, b: 'x' })
  assert.equal(await digestOf({ b: 'x', a: 1 }), digest)
  assert.notEqual(await digestOf({ a: 1, b: 'y' }), digest)
})
