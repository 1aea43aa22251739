import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CASEWORK_ERRORS } from './casework/errors.ts'
import { ERRORS } from './errors.ts'
import { GRAPH_ERRORS } from './graph/errors.ts'
import { PROVENANCE_ERRORS } from './provenance/errors.ts'

test('no error code is defined twice, because the later definition would overwrite the earlier one', () => {
  const products = [PROVENANCE_ERRORS, GRAPH_ERRORS, CASEWORK_ERRORS].flatMap((errors) => Object.keys(errors))
  assert.deepEqual(
    products.filter((code, i) => products.indexOf(code) !== i),
    [],
  )
  // An object keeps a key at its first position, so product codes must all come after the common ones.
  assert.deepEqual(Object.keys(ERRORS).slice(-products.length), products)
})
