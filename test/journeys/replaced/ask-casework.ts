import assert from 'node:assert/strict'
import { newId } from '@veritrace/platform/ids'
import { type Acting, TENANT, type World } from './world.ts'

export async function askCasework({ web }: World, caller: Acting, path: string, body: object): Promise<{ id: string }> {
  const { secret } = await web.platform.identity.keys.create(caller, { name: newId('key'), role: 'owner' })
  const context = `urn:tenant:${TENANT}:ws:${TENANT}:graph:default`
  const scope = { 'x-tenant-id': TENANT, 'x-workspace-id': TENANT, 'x-context-id': context }
  const response = await fetch(`${web.url}/api/casework${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      ...scope,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(body),
  })
  const answer = await response.text()
  assert.ok(response.ok, answer)
  return JSON.parse(answer)
}
