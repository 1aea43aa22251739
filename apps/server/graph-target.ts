// Where the directory tells the graph what it has read: another installation, or this one, over HTTP like anyone else.
import type { Config } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import type { Platform } from '@veritrace/platform/open'
import type { ProvenanceParts } from '@veritrace/provenance'

export interface Addresses {
  publicUrl: string
  localUrl: string
}

/** Undefined where no graph is known: what is to be said waits until there is. */
export async function graphTarget(
  { config, db, identity }: Pick<Platform, 'config' | 'db' | 'identity'>,
  addresses: Addresses,
): Promise<ProvenanceParts['graph']> {
  const url = graphAddress(config, addresses)
  if (!url) return undefined
  const { clientId, clientSecret, tokenUrl, scope } = config.graphSync
  if (clientId && clientSecret) {
    const { externalIssuer: issuer, audience } = config.auth
    const own = ownAddress(config, addresses)
    const ours = issuer || !own ? undefined : `${own}/auth/token`
    return { url, tokenUrl: tokenUrl ?? ours, issuer, audience, scope, clientId, clientSecret }
  }
  const tenant = await ensureDirectory(db)
  const client = { id: 'veritrace-graph-sync', tenant, role: 'member', plan: 'enterprise' } as const
  return { url, issue: () => identity.ownTokens.issue({ ...client, products: ['graph'], scopes: ['graph:write'] }) }
}

export const graphAddress = (config: Config, addresses: Addresses): string | undefined => {
  const own = ownAddress(config, addresses)
  return config.graphSync.url ?? (own && config.products.includes('graph') ? `${own}/graph` : undefined)
}

/** A process that only works does not answer itself: those that do are behind the public address. */
const ownAddress = ({ roles, http }: Config, { publicUrl, localUrl }: Addresses): string | undefined =>
  roles.includes('web') ? localUrl : http.publicUrl && publicUrl

/** The tenant of what everybody may read. */
async function ensureDirectory(db: Db): Promise<string> {
  const { GRAPH_TENANT, GRAPH_WORKSPACE } = await import('@veritrace/provenance')
  await ensureTenant(db, { id: GRAPH_TENANT, displayName: 'Public directory', plan: 'enterprise', products: ['graph'] })
  await ensureWorkspace(db, GRAPH_TENANT, GRAPH_WORKSPACE, 'Directory')
  return GRAPH_TENANT
}
