// Documents that are rejected before they are read, and the errors that their senders get.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { ingestingTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const TTL = 'text/turtle'
const triple = (object: string) => `<http://e.test/s> <http://e.test/p> "${object}" .\n`

test('a document in a charset other than UTF-8 is rejected, and nothing is stored', async () => {
  const { send, api, at } = await ingestingTenant(app)
  for (const parameter of ['charset=latin1', 'CHARSET="iso-8859-1"', 'charset = utf-16']) {
    const { status, code } = await send(`${TTL};${parameter}`, triple('a'))
    assert.deepEqual([parameter, status, code], [parameter, 415, 'unsupported_media_type'])
  }
  assert.deepEqual((await api().list({ headers: at() })).items, [])
})

test('a document may declare UTF-8, or ASCII, which is a subset of it', async () => {
  const { send } = await ingestingTenant(app)
  for (const parameter of ['charset=utf-8', 'charset="UTF-8"', 'Charset=utf8', 'charset=us-ascii', 'version=1.1'])
    assert.equal((await send(`${TTL}; ${parameter}`, triple(parameter.replaceAll('"', '')))).status, 202, parameter)
})

test('the error for an unsupported compression names the supported one', async () => {
  const { post } = await ingestingTenant(app)
  const response = await post(TTL, 'x', { headers: { 'content-encoding': 'br' } })
  const { detail } = (await response.json()) as { detail: string }
  assert.deepEqual([response.status, detail], [415, 'A body may be compressed with gzip here, not with “br”.'])
})
