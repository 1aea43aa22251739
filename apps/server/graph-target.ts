// The graph that receives the directory's evidence: another installation, or this one, over HTTP like any client.
import type { Db } from '@veritrace/platform/db/db'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import type { Platform } from '@veritrace/platform/open'
import type { ProvenanceParts } from '@veritrace/provenance'
import { type Addresses, graphAddress, graphTokens, tokenAddress } from './graph-tokens.ts'

/** Undefined if the graph, the client or the issuer is unknown: changes then wait until they are known. */
export async function graphTarget(
  platform: Pick<Platform, 'config' | 'db' | 'identity'>,
  addresses: Addresses,
): Promise<ProvenanceParts['graph']> {
  const { config } = platform
  const url = graphAddress(config, addresses)
  if (!url) return undefined
  const { clientId, clientSecret, scope } = config.graphSync
  if (clientId && clientSecret) {
    const { externalIssuer: issuer, audience } = config.auth
    return { url, tokenUrl: tokenAddress(config, addresses), issuer, audience, scope, clientId, clientSecret }
  }
  const tenant = await ensureDirectory(platform.db)
  const client = { id: 'veritrace-graph-sync', tenant, name: 'Directory: graph sync' }
  const tokens = await graphTokens(platform, addresses, client)
  return tokens && { url, ...tokens }
}

/** The tenant of public data. */
async function ensureDirectory(db: Db): Promise<string> {
  const { GRAPH_TENANT, GRAPH_WORKSPACE } = await import('@veritrace/provenance')
  await ensureTenant(db, { id: GRAPH_TENANT, displayName: 'Public directory', plan: 'enterprise', products: ['graph'] })
  await ensureWorkspace(db, GRAPH_TENANT, GRAPH_WORKSPACE, 'Directory')
  return GRAPH_TENANT
}
