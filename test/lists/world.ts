// Two customers with data of every kind that can be listed, on a separate server.
import assert from 'node:assert/strict'
import { contract, operationsOf, type ProductName } from '@veritrace/contract'
import type { Endpoint } from '@veritrace/contract/endpoint'
import { systemCaller } from '@veritrace/platform/caller'
import { systemClock } from '@veritrace/platform/clock'
import { buildConfig } from '@veritrace/platform/config/config'
import { readSettings } from '@veritrace/platform/config/env'
import { insertOperator } from '@veritrace/platform/identity/tenancy/installation-store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { openLog } from '@veritrace/platform/log'
import { ownDatabase } from '@veritrace/platform/testing/db'
import { testFolder } from '@veritrace/platform/testing/folder'
import { WHOLE_SERVER } from '@veritrace/platform/testing/settings'
import { MIGRATIONS } from '../../apps/server/products.ts'
import { type Server, startServer } from '../../apps/server/start.ts'
import { addVendor } from '../../products/provenance/vendors/testing.ts'
import { addressOf } from '../strangers/address.ts'
import { ACCEPTED, TYPES, uploadFile, WRITTEN } from '../strangers/said.ts'
import { sessionHeaders } from '../strangers/session.ts'
import type { Speaker } from '../strangers/speaker.ts'

const PRODUCTS: readonly ProductName[] = ['provenance', 'graph', 'casework']

export interface Operation {
  base: string
  endpoint: Endpoint
}
export const operations: Operation[] = PRODUCTS.flatMap((name) =>
  operationsOf(contract[name]).map(({ endpoint }) => ({ base: contract[name].base, endpoint })),
)

export interface Customer {
  name: string
  vendor: Speaker['vendor']
  theirs: Speaker['theirs']
  ask(operation: Operation, query?: string): Promise<{ status: number; text: string }>
}

/** With one connection, so that its statistics belong to one call, and without background work. */
export async function openWorld(): Promise<Server> {
  const settings = { PORT: '0', DEMO_SITES: '0', APP_AUTH_MODE: 'oidc', ROLES: 'web', RATE_PRO: '10000000' }
  const own = { DATA_DIR: testFolder(), ...WHOLE_SERVER, ...(await ownDatabase(MIGRATIONS)) }
  const config = buildConfig(readSettings({ ...settings, ...own }))
  const database = { ...config.database, pool: 1, statementTimeoutMs: 120_000 }
  return startServer({ ...config, database }, { log: openLog('silent') })
}

/** Creates data of every kind, as the owner of a workspace who is also an operator. */
export async function openCustomer({ url, platform }: Server, name: string): Promise<Customer> {
  const { db, identity } = platform
  const tenant = await ensureTenant(db, { id: name, displayName: name, plan: 'pro', products: [...PRODUCTS] })
  const session = await sessionHeaders(platform, name)
  await insertOperator(db, `usr_${name}`)
  const actor = { type: 'user' as const, id: `usr_${name}`, label: name }
  const { secret } = await identity.keys.create(
    { ...systemCaller(name, tenant.customer_id), actor },
    { name: 'key', kind: 'pat' },
  )
  const scope = { 'x-tenant-id': name, 'x-workspace-id': name, 'x-context-id': 'default' }
  const headers = { authorization: `Bearer ${secret}`, ...scope }
  const vendor = await addVendor({ db, clock: systemClock })
  const written = new Map<string, Record<string, string>>([['/vendors', vendor]])
  const theirs: Speaker['theirs'] = (path) => written.get(path) ?? {}
  const call = async ({ base, endpoint }: Operation, query = '') => {
    const { line, method, path } = endpoint
    const said = WRITTEN[line]?.({ name, mark: `mark-of-${name}`, vendor, theirs })
    const response = await fetch(url + base + addressOf(path, theirs) + query, {
      method,
      headers: {
        ...(endpoint.spec.people ? session : headers),
        ...(said && { 'content-type': TYPES[line] ?? 'application/json' }),
        ...(ACCEPTED[line] && { accept: ACCEPTED[line] }),
      },
      ...(said && { body: typeof said === 'string' ? said : JSON.stringify(said) }),
    })
    return { status: response.status, text: await response.text() }
  }
  for (const line of Object.keys(WRITTEN)) {
    const operation = operations.find(({ endpoint }) => endpoint.line === line)!
    const { status, text } = await call(operation)
    assert.ok(status < 300, `${line}: ${status} ${text}`)
    const answer = JSON.parse(text)
    written.set(operation.endpoint.path, answer)
    if (answer.upload_url) await uploadFile(answer.upload_url, answer.headers)
  }
  return { name, vendor, theirs, ask: call }
}
