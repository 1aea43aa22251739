import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './compression.ts'

for (const [accept, encoding] of [
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip; q=0.000, br;q=0, *', undefined],
  ['*;q=0', undefined],
  ['*;q=0, gzip', 'gzip'],
  ['identity, deflate', undefined],
] as const)
  test(`Accept-Encoding “${accept}” selects ${encoding ?? 'no compression'}`, () =>
    assert.equal(encodingFor(accept), encoding))
