// A key opens no product that the credential that created it does not open.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import { ensureClient } from '@veritrace/platform/identity/provider/clients'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { fetchToken } from '../apps/server/demo-token.ts'
import { strictServer } from './own-server.ts'

const TENANT = 'product-limits'
const GRAPH = '/graph/statements/stats'
const KEYS = '/api/provenance/v1/app/api-keys'
const CASES = '/api/casework/cases'

describe('products of a credential', () => {
  let server: Awaited<ReturnType<typeof strictServer>>
  before(async () => {
    server = await strictServer()
    await ensureTenant(server.platform.db, { id: TENANT, displayName: TENANT, products: [...PRODUCT_NAMES] })
  })

  /** A token of a program whose tenant has all products. */
  async function tokenFor(products: string[]): Promise<string> {
    const { db, config } = server.platform
    const { clientId, clientSecret } = await ensureClient(db, {
      displayName: 'Program',
      grantTypes: ['client_credentials'],
      tenant: TENANT,
      plan: 'pro',
      products,
      productPlans: {},
      role: 'admin',
    })
    return fetchToken({
      client_id: clientId,
      client_secret: clientSecret,
      token_endpoint: `${server.url}/auth/token`,
      audience: config.auth.audience,
    })
  }

  async function call(token: string, path: string, body?: object) {
    const response = await fetch(server.url + path, {
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-tenant-id': TENANT,
        'x-workspace-id': TENANT,
        'x-context-id': 'default',
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, code: answer.code, secret: String(answer.secret) }
  }
  const refused = async (answer: ReturnType<typeof call>) => {
    const { status, code } = await answer
    assert.deepEqual([status, code], [403, 'scope_denied'])
  }

  test('a key covers the products of the token that created it, and passes the limit on', async () => {
    let credential = await tokenFor(['graph'])
    await refused(call(credential, CASES))
    for (const name of ['first', 'second']) {
      const made = await call(credential, KEYS, { name, role: 'admin' })
      assert.equal(made.status, 201)
      credential = made.secret
      assert.equal((await call(credential, GRAPH)).status, 200)
      await refused(call(credential, CASES))
    }
  })

  test('a key created by a token with all products opens them all', async () => {
    const { secret } = await call(await tokenFor([...PRODUCT_NAMES]), KEYS, { name: 'All' })
    for (const path of [GRAPH, CASES]) assert.equal((await call(secret, path)).status, 200)
  })
})
