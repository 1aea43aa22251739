// Who may call what. Written from the contract: a new operation is held to its role without a new test.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { contract, operationsOf } from '@veritrace/contract'
import { CASE_ROLE_OF } from '@veritrace/contract/casework/roles'
import { type Endpoint, ROLES, type Role, type Spec } from '@veritrace/contract/endpoint'
import { ERRORS } from '@veritrace/contract/errors'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import { systemCaller } from '@veritrace/platform/identity/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { strictServer } from './own-server.ts'

const TENANT = 'roles'
/** An operation that ends the tenant has one of its own, and asks for nothing after it. */
const ENDED = 'roles-ended'
const rows = PRODUCT_NAMES.flatMap((name) =>
  operationsOf(contract[name])
    .filter(({ endpoint }) => endpoint.spec.auth === 'session' || endpoint.spec.auth === 'bearer')
    .map(({ endpoint }) => ({ base: contract[name].base, endpoint, least: endpoint.spec.role ?? 'viewer' })),
)

/** Those that count as the same in casework are let in by the same word. */
const OF_EACH_CASE_ROLE = ROLES.filter(
  (role, at) => ROLES.findIndex((other) => CASE_ROLE_OF[other] === CASE_ROLE_OF[role]) === at,
)

const kinds = new Set<string>()
/** They go through the same gate of the same product. */
function isFirstOfItsKind(base: string, { auth, unresolved, operator, may }: Spec): boolean {
  const kind = [base, auth, unresolved, Boolean(operator), Boolean(may)].join()
  const isFirst = !kinds.has(kind)
  kinds.add(kind)
  return isFirst
}

let url: string
let keys: Record<string, Record<Role, string>>

describe('roles', () => {
  before(async () => {
    const server = await strictServer()
    const { db, identity } = server.platform
    url = server.url
    await ensureTenant(db, { id: 'roles-other', displayName: 'Another', products: [...PRODUCT_NAMES] })
    const keysOf = async (id: string) => {
      const tenant = await ensureTenant(db, { id, displayName: 'Roles', products: [...PRODUCT_NAMES] })
      const owner = systemCaller(tenant.id, tenant.customer_id)
      const made = ROLES.map(async (role) => [role, (await identity.keys.create(owner, { name: role, role })).secret])
      return Object.fromEntries(await Promise.all(made))
    }
    keys = { [TENANT]: await keysOf(TENANT), [ENDED]: await keysOf(ENDED) }
  })

  test('the table has rows of more than one role', () => {
    assert.ok(new Set(rows.map(({ least }) => least)).size > 1)
  })

  for (const { base, endpoint, least } of rows) {
    const { line, spec } = endpoint
    const ask = (headers: Record<string, string>) => call(url + base, endpoint, headers)
    const below = ROLES[ROLES.indexOf(least) - 1]
    const as = (role: Role) => credentials(line === 'DELETE /app/customer' ? ENDED : TENANT, role)

    test(`${line} asks for credentials`, async () => {
      const refusal = spec.unresolved ?? 'unauthenticated'
      assert.deepEqual(await ask({}), { status: ERRORS[refusal].status, code: refusal })
    })

    if (isFirstOfItsKind(base, spec))
      test(`${line} asks for credentials that are good, and of the tenant that the header names`, async () => {
        const bad = spec.unresolved ?? 'invalid_token'
        assert.deepEqual(await ask({ authorization: 'Bearer x' }), { status: ERRORS[bad].status, code: bad })
        const elsewhere = { ...as('owner'), 'x-tenant-id': 'roles-other' }
        assert.deepEqual(await ask(elsewhere), { status: 403, code: 'tenant_mismatch' })
      })

    if (spec.may) {
      test(`${line} takes ${spec.may.join(', ')} of casework and nobody else`, () =>
        allows(spec.may!, (role) => ask(as(role))))
      continue
    }

    test(`${line} takes a ${spec.operator ? 'operator' : least} and nobody below`, async () => {
      if (below) assert.deepEqual(await ask(as(below)), { status: 403, code: 'role_too_low' })
      const { status, code } = await ask(as(least))
      if (spec.operator) assert.deepEqual({ status, code }, { status: 403, code: 'role_too_low' })
      else
        assert.ok(
          status !== 401 && code !== 'role_too_low' && (status < 500 || code === 'billing_not_configured'),
          `${least} was answered ${status} ${code}`,
        )
    })
  }
})

async function allows(may: readonly string[], ask: (role: Role) => ReturnType<typeof call>): Promise<void> {
  for (const role of OF_EACH_CASE_ROLE) {
    const answer = await ask(role)
    if (may.includes(CASE_ROLE_OF[role]))
      assert.ok(answer.code !== 'role_required' && answer.status < 500, `${role}: ${answer.status} ${answer.code}`)
    else assert.deepEqual(answer, { status: 403, code: 'role_required' }, role)
  }
}

const credentials = (tenant: string, role: Role): Record<string, string> => ({
  authorization: `Bearer ${keys[tenant]?.[role]}`,
  'x-tenant-id': tenant,
  'x-workspace-id': tenant,
  'x-context-id': 'default',
})

/** Names nothing that exists and sends an empty body: who passes the gate is answered 2xx, 404 or 422. */
async function call(base: string, { method, path, spec }: Endpoint, headers: Record<string, string>) {
  const leave = new AbortController()
  const body = spec.body ? { body: '{}', headers: { ...headers, 'content-type': 'application/json' } } : { headers }
  const response = await fetch(base + path.replace(/\{\w+\}/g, 'none'), { method, signal: leave.signal, ...body })
  const { status } = response
  const code: string | undefined = response.ok ? undefined : ((await response.json()) as { code: string }).code
  // A stream of events does not end by itself.
  leave.abort()
  return { status, code }
}
