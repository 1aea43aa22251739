import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextIri, readContext, readWidth } from './rules.ts'

const read = (text: string) => readContext(text, 'acme', 'main')

test('a context is given by its name or its IRI', () => {
  assert.equal(contextIri('acme', 'main', 'facts'), 'urn:tenant:acme:ws:main:graph:facts')
  for (const name of ['facts', 'a', 'A.b_c~d-1', 'x'.repeat(128)]) {
    assert.deepEqual(read(name), { name })
    assert.deepEqual(read(contextIri('acme', 'main', name)), { name })
  }
})

test('any other IRI is foreign', () => {
  const foreign = [
    ...['urn:tenant:other:ws:main:graph:facts', 'urn:tenant:acme:ws:other:graph:facts', 'urn:tenant:acme:ws:main:x'],
    ...['URN:tenant:acme:ws:main:graph:facts', 'http://e.test/', 'a:b', ':', 'urn:tenant:acme:ws:main2:graph:facts'],
  ]
  for (const text of foreign) assert.deepEqual(read(text), { refused: 'foreign' }, text)
})

test('a name with invalid characters or length is malformed', () => {
  const names = ['', 'a b', 'a/meta', 'é', 'x'.repeat(129), 'a\n', '<a>', '%41']
  for (const text of [...names, ...names.map((name) => contextIri('acme', 'main', name))])
    assert.deepEqual(read(text), { refused: 'malformed' }, text)
  assert.deepEqual(read('urn:tenant:acme:ws:main:graph:a:b'), { refused: 'malformed' })
})

test('the default scope is the context', () => {
  assert.equal(readWidth(undefined), 'context')
  assert.equal(readWidth('context'), 'context')
  assert.equal(readWidth('workspace'), 'workspace')
  for (const header of ['', 'Workspace', 'tenant', 'workspace, workspace', ['workspace']])
    assert.equal(readWidth(header), undefined)
})
