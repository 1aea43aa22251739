import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_SCOPE, scopeGap } from './scope.ts'

test('a scope names what is missing, and does not blame the user if the projects failed to load', () => {
  assert.equal(scopeGap(EMPTY_SCOPE, 'prj_1'), undefined)
  assert.equal(scopeGap({ ...EMPTY_SCOPE, kind: 'names' }, 'prj_1'), 'Name at least one object.')
  assert.match(scopeGap(EMPTY_SCOPE, '')!, /^Select a project/)
  assert.match(scopeGap(EMPTY_SCOPE, '', true)!, /^The projects did not load/)
  assert.equal(scopeGap({ ...EMPTY_SCOPE, names: 'TABL:VBAK' }, '', true), undefined)
})
