// Visitors of the demo can do everything except delete its workspace.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoServer } from './own-server.ts'

test('the demo workspace cannot be deleted', async () => {
  const { url } = await demoServer()
  const app = `${url}/api/provenance/v1/app`
  const refused = await fetch(`${app}/customer`, { method: 'DELETE', headers: { 'x-csrf': '1' } })
  const { code, title } = (await refused.json()) as { code: string; title: string }
  assert.deepEqual([refused.status, code, title], [409, 'demo_stays', 'The demo workspace cannot be deleted'])
  assert.equal((await fetch(`${app}/pages`)).status, 200)
})
