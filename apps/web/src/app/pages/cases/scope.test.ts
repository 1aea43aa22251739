import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_SCOPE, scopeGap } from './scope.ts'

test('what is missing is laid to whom it belongs: a list of projects that failed is not the user’s doing', () => {
  assert.equal(scopeGap(EMPTY_SCOPE, 'prj_1'), undefined)
  assert.equal(scopeGap({ ...EMPTY_SCOPE, kind: 'names' }, 'prj_1'), 'Name at least one object.')
  assert.match(scopeGap(EMPTY_SCOPE, '')!, /^Choose a project/)
  assert.match(scopeGap(EMPTY_SCOPE, '', true)!, /^The projects did not load/)
  assert.equal(scopeGap({ ...EMPTY_SCOPE, names: 'TABL:VBAK' }, '', true), undefined)
})
