// The live stream of changes in casework.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { projects } from '@veritrace/contract/casework/projects'
import { systemCaller } from '@veritrace/platform/caller'
import { newId } from '@veritrace/platform/ids'
import { type CaseworkApp, caseworkApp } from '../testing.ts'
import { followNotices } from './api.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

async function workspace() {
  const tenant = await app.tenant({ plan: 'pro' })
  const headers = { 'x-tenant-id': tenant.id, 'x-workspace-id': tenant.id, 'x-context-id': 'default' }
  const act = (name: string) => app.client(projects, tenant, 'admin').create({ body: { name }, headers })
  return { tenant, headers, act, caller: systemCaller(tenant.id, tenant.customer_id) }
}

test('the stream includes changes made before the first read, and none of other tenants', async () => {
  const [own, stranger] = [await workspace(), await workspace()]
  const stream = await followNotices(app.platform.events, own.caller, undefined, new AbortController().signal)
  await stranger.act('Of a stranger')
  const name = newId('project')
  await own.act(name)
  const notices = stream[Symbol.asyncIterator]()
  const { event, data } = (await notices.next()).value as { event: string; data: { resource: { label: string } } }
  assert.deepEqual([event, data.resource.label], ['notice', name])
  await notices.return?.()
})

test('an invalid last event id is rejected before the stream starts', async () => {
  const { tenant, headers } = await workspace()
  const authorization = `Bearer ${await app.key(tenant, 'member')}`
  const response = await fetch(`${app.url}/api/casework/notices`, {
    headers: { ...headers, authorization, 'last-event-id': 'x' },
  })
  assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [400, 'bad_request'])
})
