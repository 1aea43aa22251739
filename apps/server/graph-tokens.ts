// How a part of this installation authenticates to a graph.
import type { Config } from '@veritrace/platform/config/config'
import { ensureClient } from '@veritrace/platform/identity/provider/clients'
import { keepSecret } from '@veritrace/platform/keyring/store'
import type { Platform } from '@veritrace/platform/open'
import type { TokenSource } from '@veritrace/platform/outside/graph/access-token'

export interface Addresses {
  publicUrl: string
  localUrl: string
}
type Parts = Pick<Platform, 'config' | 'db' | 'identity'>

export const graphAddress = (config: Config, addresses: Addresses): string | undefined => {
  const own = ownAddress(config, addresses)
  return config.graphSync.url ?? (own && config.products.includes('graph') ? `${own}/graph` : undefined)
}

/** Undefined if the token endpoint is found by another provider's discovery. */
export function tokenAddress(config: Config, addresses: Addresses): string | undefined {
  const own = config.auth.externalIssuer ? undefined : ownAddress(config, addresses)
  return config.graphSync.tokenUrl ?? (own && `${own}/auth/token`)
}

/** A process that only runs jobs serves no requests; the public URL leads to those that do. */
const ownAddress = ({ roles, http }: Config, { publicUrl, localUrl }: Addresses): string | undefined =>
  roles.includes('web') ? localUrl : http.publicUrl && publicUrl

/**
 * The graph of this installation accepts internal tokens. Another one accepts tokens of a provider: for the embedded
 * provider, a client is created here. Undefined for an external one, because we cannot create clients there.
 */
export async function graphTokens(
  { config, db, identity }: Parts,
  addresses: Addresses,
  { id, tenant, name }: { id: string; tenant: string; name: string },
): Promise<TokenSource | undefined> {
  const { graphSync, auth } = config
  const client = { tenant, role: 'member', plan: 'enterprise', products: ['graph'], scopes: ['graph:write'] } as const
  if (!graphSync.url) return { issue: () => identity.ownTokens.issue({ id, ...client }) }
  const tokenUrl = tokenAddress(config, addresses)
  if (auth.externalIssuer || !tokenUrl) return undefined
  const credentials = await ensureClient(db, {
    clientId: id,
    clientSecret: await keepSecret(db, `oidc-client:${id}`),
    displayName: name,
    grantTypes: ['client_credentials'],
    ...client,
  })
  return { tokenUrl, issuer: undefined, audience: auth.audience, scope: graphSync.scope, ...credentials }
}
