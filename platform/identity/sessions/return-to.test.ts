import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME, safeReturnTo } from './return-to.ts'

test('our own paths are returned unchanged', () => {
  for (const path of ['/', '/workspace/pages?tab=draft#top', '/app/cases/1', '/a%20b', '/vendors/acme?next=//x'])
    assert.equal(safeReturnTo(path), path)
})

test('anything that could lead to another site is replaced by the workspace', () => {
  const elsewhere = [
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/a\\evil.test',
    'https:evil.test',
    'https://evil.test',
    'HTTPS:/evil.test',
    'javascript:alert(1)',
    'evil.test',
    '%2f%2fevil.test',
    '/%2fevil.test',
    '/%2F%2Fevil.test',
    '/%5cevil.test',
    '/%09/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/ /evil.test',
    '/\u0000/evil.test',
    '/@evil.test',
    '/%40evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/%2e//evil.test',
    '/a/..//evil.test',
    '/./@evil.test',
    '',
    undefined,
    ['/a', '/b'],
    `/${'a'.repeat(2000)}`,
  ]
  for (const given of elsewhere) assert.equal(safeReturnTo(given), HOME, JSON.stringify(given))
})

test('signing in does not return to sign-in or sign-out', () => {
  for (const path of ['/session/login', '/session/logout', '/session', '/session?x=1', '/x/../session/login'])
    assert.equal(safeReturnTo(path), HOME, path)
  assert.equal(safeReturnTo('/sessions'), '/sessions')
})
