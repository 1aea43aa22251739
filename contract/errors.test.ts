import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CASEWORK_ERRORS } from './casework/errors.ts'
import { ERRORS } from './errors.ts'
import { GRAPH_ERRORS } from './graph/errors.ts'
import { PROVENANCE_ERRORS } from './provenance/errors.ts'

test('no code is defined twice: the later one would take the words of the other', () => {
  const products = [PROVENANCE_ERRORS, GRAPH_ERRORS, CASEWORK_ERRORS].flatMap((errors) => Object.keys(errors))
  assert.deepEqual(
    products.filter((code, i) => products.indexOf(code) !== i),
    [],
  )
  // A code keeps the place of its first definition, so those of the products must all stand behind the common ones.
  assert.deepEqual(Object.keys(ERRORS).slice(-products.length), products)
})
