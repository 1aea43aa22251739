// Where casework tells the graph what it knows, and as whom: a client of each tenant's own, since a token is good for one.
import type { CaseworkParts } from '@veritrace/casework'
import type { Config } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { ensureClient } from '@veritrace/platform/identity/provider/clients'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import { keepSecret } from '@veritrace/platform/keyring/store'
import { type Addresses, graphAddress } from './graph-target.ts'

/** The tenant that keeps what all workspaces share, and its workspace. */
const SHARED = { tenant: 'system', workspace: 'shared' }

/** Another issuer's clients are not ours to make: what is to be said waits then. */
export function caseworkGraph(
  { config, db }: { config: Config; db: Db },
  addresses: Addresses,
): CaseworkParts['graphFor'] {
  const { url, tokenUrl } = graphAddress(config, addresses)
  return async (tenant) => {
    if (!url || !tokenUrl || config.auth.externalIssuer) return undefined
    if (tenant === SHARED.tenant) await ensureShared(db)
    const clientId = `casework-graph-${tenant}`
    const client = await ensureClient(db, {
      clientId,
      clientSecret: await keepSecret(db, `oidc-client:${clientId}`),
      displayName: 'Casework: graph',
      grantTypes: ['client_credentials'],
      tenant,
      role: 'member',
      plan: 'enterprise',
      products: ['graph'],
      scopes: ['graph:write'],
    })
    const { audience } = config.auth
    return { url, tokenUrl, issuer: undefined, audience, scope: config.graphSync.scope, ...client }
  }
}

async function ensureShared(db: Db): Promise<void> {
  const { tenant, workspace } = SHARED
  await ensureTenant(db, { id: tenant, displayName: 'Shared knowledge', plan: 'enterprise', products: ['graph'] })
  await ensureWorkspace(db, tenant, workspace, 'Shared knowledge')
}
