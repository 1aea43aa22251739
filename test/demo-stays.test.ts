// Visitors may do everything in the demo except delete it for the next one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoServer } from './own-server.ts'

test('no one can delete the demo workspace, and the error says how to start over', async () => {
  const { url } = await demoServer()
  const app = `${url}/api/provenance/v1/app`
  const refused = await fetch(`${app}/customer`, { method: 'DELETE', headers: { 'x-csrf': '1' } })
  const { code, title } = (await refused.json()) as { code: string; title: string }
  assert.deepEqual([refused.status, code, title], [409, 'demo_stays', 'The demo’s workspace cannot be deleted'])
  assert.equal((await fetch(`${app}/pages`)).status, 200)
})
