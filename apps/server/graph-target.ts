// Where the directory tells the graph what it has read: another installation, or this one, over HTTP like anyone else.
import type { Config } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { type ClientCredentials, ensureClient } from '@veritrace/platform/identity/provider/clients'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import { keepSecret } from '@veritrace/platform/keyring/store'
import type { ProvenanceParts } from '@veritrace/provenance'

export interface Addresses {
  publicUrl: string
  localUrl: string
}

const CLIENT_ID = 'veritrace-graph-sync'

/** Undefined where no graph, no client or no issuer is known: what is to be said waits until there is. */
export async function graphTarget(
  { config, db }: { config: Config; db: Db },
  addresses: Addresses,
): Promise<ProvenanceParts['graph']> {
  const { graphSync, auth } = config
  const { url, tokenUrl } = graphAddress(config, addresses)
  const client = givenClient(config) ?? (auth.externalIssuer ? undefined : await ownClient(db))
  if (!url || !client || !(tokenUrl ?? auth.externalIssuer)) return undefined
  return { url, tokenUrl, issuer: auth.externalIssuer, audience: auth.audience, scope: graphSync.scope, ...client }
}

export function graphAddress(
  config: Config,
  addresses: Addresses,
): { url?: string | undefined; tokenUrl?: string | undefined } {
  const { graphSync, auth } = config
  const own = ownAddress(config, addresses)
  return {
    url: graphSync.url ?? (own && config.products.includes('graph') ? `${own}/graph` : undefined),
    tokenUrl: graphSync.tokenUrl ?? (auth.externalIssuer || !own ? undefined : `${own}/auth/token`),
  }
}

/** A process that only works does not answer itself: those that do are behind the public address. */
const ownAddress = ({ roles, http }: Config, { publicUrl, localUrl }: Addresses): string | undefined =>
  roles.includes('web') ? localUrl : http.publicUrl && publicUrl

const givenClient = ({ graphSync: { clientId, clientSecret } }: Config): ClientCredentials | undefined =>
  clientId && clientSecret ? { clientId, clientSecret } : undefined

/** A client of the directory's own tenant. Its secret stays in the keyring, so that every process has the same. */
async function ownClient(db: Db): Promise<ClientCredentials> {
  const { GRAPH_TENANT, GRAPH_WORKSPACE } = await import('@veritrace/provenance')
  await ensureTenant(db, { id: GRAPH_TENANT, displayName: 'Public directory', plan: 'enterprise', products: ['graph'] })
  await ensureWorkspace(db, GRAPH_TENANT, GRAPH_WORKSPACE, 'Directory')
  return ensureClient(db, {
    clientId: CLIENT_ID,
    clientSecret: await keepSecret(db, `oidc-client:${CLIENT_ID}`),
    displayName: 'Directory: graph sync',
    grantTypes: ['client_credentials'],
    tenant: GRAPH_TENANT,
    role: 'member',
    plan: 'enterprise',
    products: ['graph'],
    scopes: ['graph:write'],
  })
}
