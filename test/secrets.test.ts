// Secrets must never be logged, even at the most verbose level.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { demoServer, METRICS_TOKEN } from './own-server.ts'

test('no secret that passes through the server is logged', async () => {
  const { log, written, ...server } = await demoServer()
  const tenant = await ensureTenant(server.platform.db, { id: 'canary', displayName: 'Canary' })
  const { secret } = await server.platform.identity.keys.create(systemCaller(tenant.id, tenant.customer_id), {
    name: 'k',
  })
  const made = await fetch(`${server.url}/auth/demo/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant: 'canary' }),
  })
  const { client_id, client_secret, token_endpoint } = (await made.json()) as Record<string, string>
  const grant = { grant_type: 'client_credentials', client_id: client_id!, client_secret: client_secret! }
  const granted = await fetch(token_endpoint!, { method: 'POST', body: new URLSearchParams(grant) })
  const { access_token } = (await granted.json()) as { access_token: string }
  const wrong = { ...grant, client_secret: 'canary-wrong-secret' }
  await fetch(token_endpoint!, { method: 'POST', body: new URLSearchParams(wrong) })
  for (const bearer of [secret, access_token, METRICS_TOKEN, `${access_token}x`, 'vk_00000000_canary'])
    for (const path of ['/api/provenance/v1/app/pages', '/metrics', '/api/provenance/v1/app/pages/%zz'])
      await fetch(server.url + path, {
        headers: { authorization: `Bearer ${bearer}`, cookie: 'veritrace_session=canary-cookie' },
      })
  await fetch(`${server.url}/api/provenance/v1/public/statements/canary-signing-link`)
  await fetch(`${server.url}/auth/reset/canary-reset-link`)
  await fetch(`${server.url}/auth/interaction/some-uid/link/canary-sign-in-link`)
  await fetch(`${server.url}/auth/browser/canary-browser-link`)
  log.warn({ headers: { authorization: 'canary-header' }, user: { password: 'canary-password' } }, 'a careless line')

  const text = written.join('')
  assert.match(text, /a careless line/)
  assert.match(text, /"path":"\/metrics"/)
  const secrets = [
    secret,
    client_secret!,
    access_token,
    METRICS_TOKEN,
    'canary-signing-link',
    'canary-reset-link',
    'canary-sign-in-link',
    'canary-browser-link',
    'canary-wrong-secret',
    'canary-cookie',
    'canary-header',
    'canary-password',
  ]
  assert.deepEqual(
    secrets.filter((one) => text.includes(one)),
    [],
  )
})
