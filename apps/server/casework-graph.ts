// Where casework sends its knowledge, and with which clients: one client per tenant, because a token is valid for one
// tenant.
import type { CaseworkParts } from '@veritrace/casework'
import type { Db } from '@veritrace/platform/db/db'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import type { Platform } from '@veritrace/platform/open'
import { type Addresses, graphAddress, graphTokens } from './graph-tokens.ts'

/** The tenant and workspace for knowledge that all workspaces share. */
const SHARED = { tenant: 'system', workspace: 'shared' }

export function caseworkGraph(
  platform: Pick<Platform, 'config' | 'db' | 'identity'>,
  addresses: Addresses,
): CaseworkParts['graphFor'] {
  const url = graphAddress(platform.config, addresses)
  return async (tenant) => {
    if (!url) return undefined
    if (tenant === SHARED.tenant) await ensureShared(platform.db)
    const client = { id: `casework-graph-${tenant}`, tenant, name: 'Casework: graph' }
    const tokens = await graphTokens(platform, addresses, client)
    return tokens && { url, ...tokens }
  }
}

async function ensureShared(db: Db): Promise<void> {
  const { tenant, workspace } = SHARED
  await ensureTenant(db, { id: tenant, displayName: 'Shared knowledge', plan: 'enterprise', products: ['graph'] })
  await ensureWorkspace(db, tenant, workspace, 'Shared knowledge')
}
