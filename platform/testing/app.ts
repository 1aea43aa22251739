// A complete server for the tests of one product: real database, real HTTP, real credentials.
import { contract } from '@veritrace/contract'
import { type Client, client } from '@veritrace/contract/client'
import type { Resource, Role } from '@veritrace/contract/endpoint'
import { type Plan, systemCaller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import { buildConfig, type ProductName } from '../config/config.ts'
import { readSettings } from '../config/env.ts'
import type { MigrationFolder } from '../db/migrate.ts'
import { listAudit } from '../events/audit.ts'
import type { AuditEntry } from '../events/event.ts'
import { findMembership, insertMember, type Tenant } from '../identity/tenancy/store.ts'
import { ensureTenant, ensureWorkspace } from '../identity/tenancy/tenants.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { openPlatform, type Platform } from '../open.ts'
import { html } from '../pages/layout.ts'
import type { SitePage } from '../pages/site.ts'
import { freePort } from '../ports.ts'
import type { Product } from '../product.ts'
import { serve } from '../serve.ts'
import { testDatabase } from './db.ts'
import { testFolder } from './folder.ts'
import { ONE_OF_EACH } from './settings.ts'

export interface TestApp {
  url: string
  platform: Platform
  product: Product
  /** A new tenant with the workspaces that all tests of the product use. */
  tenant(options?: { plan?: Plan }): Promise<Tenant>
  /** Creates another workspace of the tenant. Returns its ID. */
  workspace(tenant: Pick<Tenant, 'id'>, id: string): Promise<string>
  /** A client with an API key of the tenant and this role. */
  client<R extends Resource>(resource: R, tenant: Tenant, role: Role): Client<R>
  /** A signed-in member with this role, because some actions are for people only. */
  person(tenant: Tenant, role: Role): Promise<TestPerson>
  /** The API key of `client`, for raw requests. */
  key(tenant: Tenant, role: Role): Promise<string>
  /** A client without credentials. */
  visitor<R extends Resource>(resource: R): Client<R>
  /** The audit log of the tenant, oldest first, without the keys that the test itself created. */
  audit(tenant: Tenant): Promise<AuditEntry[]>
  close(): Promise<void>
}

export interface TestPerson {
  id: string
  email: string
  /** The headers of their session, for raw requests. */
  headers: Record<string, string>
  client<R extends Resource>(resource: R): Client<R>
}

const START: SitePage = {
  path: '/',
  render: async () => ({ title: 'Start', description: 'The start.', body: html`<h1>Start</h1>` }),
}

const LIMITS = { RATE_FREE: '100000', RATE_PRO: '100000' }

interface TestAppOptions {
  product: ProductName
  migrations: readonly MigrationFolder[]
  clock?: Clock
  env?: Record<string, string>
  /** Workspaces of every tenant in addition to its own. */
  workspaces?: readonly string[]
}

/** Open it in `before`, close it in `after`. */
export async function openTestApp(
  options: TestAppOptions,
  build: (platform: Platform) => Product | Promise<Product>,
): Promise<TestApp> {
  const database = await testDatabase(options.migrations)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const auth = { APP_AUTH_MODE: 'oidc', ROLES: 'web' }
  const settings = { ...LIMITS, ...ONE_OF_EACH, ...auth, DATA_DIR: testFolder(), ...options.env }
  const config = buildConfig(readSettings(settings))
  const platform = await openPlatform({
    config,
    publicUrl: url,
    localUrl: url,
    database,
    migrations: options.migrations,
    log: openLog('silent'),
    ...(options.clock && { clock: options.clock }),
  })
  const product = await build(platform)
  const running = await serve(platform, { products: [product], pages: [START], port })

  const keys = new Map<string, Promise<string>>()
  const keyOf = (tenant: Tenant, role: Role): Promise<string> => {
    const known = keys.get(`${tenant.id} ${role}`) ?? makeKey(platform, tenant, role)
    keys.set(`${tenant.id} ${role}`, known)
    return known
  }
  const base = url + contract[options.product].base
  return {
    url,
    platform,
    product,
    tenant: async ({ plan = 'free' } = {}) => {
      const id = newId('t').replace('_', '-').slice(0, 20) + newId('t').slice(-8)
      const made = await ensureTenant(platform.db, { id, displayName: id, plan })
      for (const workspace of options.workspaces ?? []) await ensureWorkspace(platform.db, id, workspace)
      return made
    },
    workspace: async (tenant, id) => {
      await ensureWorkspace(platform.db, tenant.id, id)
      return id
    },
    client: (resource, tenant, role) =>
      client(resource, base, async (address, init) => {
        const authorization = `Bearer ${await keyOf(tenant, role)}`
        return fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), authorization } })
      }),
    person: (tenant, role) => signedIn(platform, base, tenant, role),
    key: keyOf,
    visitor: (resource) => client(resource, base),
    audit: async (tenant) => {
      const { items } = await listAudit(platform.db, tenant.id, { limit: 200 })
      return items.filter((entry) => !entry.action.startsWith('api_key.')).toReversed()
    },
    close: running.close,
  }
}

const YEAR_MS = 365 * 86_400_000

async function makeKey({ identity, clock }: Platform, tenant: Tenant, role: Role): Promise<string> {
  // Some tests advance the clock by months.
  const expiresAt = new Date(clock.now().getTime() + YEAR_MS)
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const key = await identity.keys.create(caller, { name: `test ${role}`, role, expiresAt })
  return key.secret
}

async function signedIn({ db, identity }: Platform, base: string, tenant: Tenant, role: Role): Promise<TestPerson> {
  const id = newId('usr')
  const email = `${id}@example.com`
  await insertMember(db, {
    ...{ tenant_id: tenant.id, user_id: id, role, email, display_name: `The ${role}` },
    joined_at: new Date(),
  })
  const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }
  const membership = (await findMembership(db, id, tenant.id))!
  const how = { authMethod: 'oidc', amr: ['pwd'], tokens: {} } as const
  const person = { id, email, displayName: `The ${role}` }
  const { secret } = await identity.sessions.start(visitor, person, membership, how)
  const headers = { cookie: `veritrace_session=${secret}`, 'x-csrf': '1' }
  return {
    ...{ id, email, headers },
    client: (resource) =>
      client(resource, base, (address, init) =>
        fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
      ),
  }
}
