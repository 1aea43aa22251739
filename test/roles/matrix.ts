// Access by role, from the contract: a tenant with a key per role, and the expected response for each of them.
import { contract, operationsOf } from '@veritrace/contract'
import { CASE_ROLE_OF } from '@veritrace/contract/casework/roles'
import { type Endpoint, ROLES, type Role } from '@veritrace/contract/endpoint'
import { ERRORS } from '@veritrace/contract/errors'
import { systemCaller } from '@veritrace/platform/caller'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import type { Server } from '../../apps/server/start.ts'

export interface Row {
  base: string
  endpoint: Endpoint
  least: Role
}

export const rows: readonly Row[] = PRODUCT_NAMES.flatMap((name) =>
  operationsOf(contract[name])
    .filter(({ endpoint }) => endpoint.spec.auth === 'session' || endpoint.spec.auth === 'bearer')
    .map(({ endpoint }) => ({ base: contract[name].base, endpoint, least: endpoint.spec.role ?? 'viewer' })),
)

export interface Answer {
  status: number
  code: string | undefined
}

export interface Matrix {
  ask(row: Row, headers: Record<string, string>): Promise<Answer>
  /** Headers of a caller with that role. */
  as(row: Row, role: Role): Record<string, string>
  /** The ID of a tenant to which none of the keys belongs. */
  elsewhere: string
}

export async function openMatrix({ url, platform: { db, identity } }: Server): Promise<Matrix> {
  const suffix = newId('x').slice(-8)
  const keysOf = async (id: string): Promise<Record<Role, string>> => {
    const tenant = await ensureTenant(db, { id, displayName: 'Roles', products: [...PRODUCT_NAMES] })
    const owner = systemCaller(tenant.id, tenant.customer_id)
    const made = ROLES.map(async (role) => [role, (await identity.keys.create(owner, { name: role, role })).secret])
    return Object.fromEntries(await Promise.all(made))
  }
  // Operations that delete the tenant use a separate one, because nothing works after them.
  const [tenant, ended, elsewhere] = [`roles-${suffix}`, `roles-ended-${suffix}`, `roles-other-${suffix}`]
  await keysOf(elsewhere)
  const keys = { [tenant]: await keysOf(tenant), [ended]: await keysOf(ended) }
  return {
    elsewhere,
    ask: ({ base, endpoint }, headers) => call(url + base, endpoint, headers),
    as: ({ endpoint }, role) => {
      const id = endpoint.line === 'DELETE /app/customer' ? ended : tenant
      const scope = { 'x-tenant-id': id, 'x-workspace-id': id, 'x-context-id': 'default' }
      return { authorization: `Bearer ${keys[id]![role]}`, ...scope }
    },
  }
}

/** Names nothing that exists and sends an empty body: allowed callers get 2xx, 404 or 422. */
async function call(base: string, { method, path, spec }: Endpoint, headers: Record<string, string>): Promise<Answer> {
  const leave = new AbortController()
  const body = spec.body ? { body: '{}', headers: { ...headers, 'content-type': 'application/json' } } : { headers }
  const response = await fetch(base + path.replace(/\{\w+\}/g, 'none'), { method, signal: leave.signal, ...body })
  const { status } = response
  const code = response.ok ? undefined : ((await response.json()) as { code: string }).code
  // An event stream does not end by itself.
  leave.abort()
  return { status, code }
}

/** Why the response to a caller with this role is wrong, if it is. */
export function misjudged(
  { endpoint: { spec }, least }: Row,
  role: Role,
  { status, code }: Answer,
): string | undefined {
  const said = `${role} was answered ${status} ${code ?? ''}`
  if (spec.operator) return status === 403 && code === 'role_too_low' ? undefined : said
  const isIn = ROLES.indexOf(role) >= ROLES.indexOf(least)
  if (!isIn) return status === 403 && code === 'role_too_low' ? undefined : said
  if (spec.may && !spec.may.includes(CASE_ROLE_OF[role]))
    return status === 403 && code === 'role_required' ? undefined : said
  const isRefused = status === 401 || code === 'role_too_low' || (spec.may && code === 'role_required')
  return isRefused || (status >= 500 && code !== 'billing_not_configured') ? said : undefined
}

/** The response to a call without credentials, or with a bad token. */
export function refusal({ endpoint: { spec } }: Row, code: 'unauthenticated' | 'invalid_token'): Answer {
  const refused = spec.unresolved ?? code
  return { status: ERRORS[refused].status, code: refused }
}
