// The claims in tokens: about a person, and about the role of a person or client in its tenant.
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider'
import { type Config, PRODUCT_NAMES } from '../../config/config.ts'
import type { Membership, MembershipOf } from '../membership.ts'
import type { User } from '../users/store.ts'

export const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
/** The scopes that a token for the API can have. */
export const API_SCOPES = PRODUCT_NAMES.flatMap((product) => [`${product}:read`, `${product}:write`])

/** Lists the scopes for userinfo; the claim `scope` contains API scopes only. */
export const USERINFO_CLAIM = 'userinfo'

/** The grant of a person's token; the token ends with it. */
export const GRANT_CLAIM = 'grant_id'

export interface AccessClaims {
  scope?: string
  [claim: string]: unknown
}

/** The claims of an access token in addition to those of RFC 9068. */
export async function accessClaims(
  deps: { config: Config; membershipOf: MembershipOf },
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<AccessClaims> {
  const client = ctx.oidc.client!
  const isPerson = token.kind === 'AccessToken'
  const membership = isPerson
    ? await deps.membershipOf(token.accountId)
    : (client.metadata().acts_as as Membership | undefined)
  const scope = token.scope || limitOf(client.scope)
  return {
    ...(membership && membershipClaims(deps.config, membership)),
    ...(isPerson && { [USERINFO_CLAIM]: openidScopesOf(ctx), [GRANT_CLAIM]: token.grantId }),
    ...(scope && { scope }),
  }
}

export function userClaims(user: User, scopes: ReadonlySet<string>): Record<string, unknown> & { sub: string } {
  return {
    sub: user.id,
    ...(scopes.has('profile') && { name: user.displayName }),
    ...(scopes.has('email') && { email: user.email, email_verified: user.emailVerifiedAt !== null }),
  }
}

function membershipClaims({ auth }: Config, membership: Membership): Record<string, unknown> {
  const names = auth.claims
  return {
    [names.tenant]: membership.tenant,
    [names.customer]: membership.customer,
    [names.plan]: membership.plan,
    [names.products]: membership.products,
    [names.productPlans]: membership.productPlans,
    [names.role]: membership.role,
    ...(membership.operator && { operator: true }),
  }
}

/**
 * A token without scope may do all that its role allows. A limited client must not gain that by requesting no scope:
 * it gets all its API scopes instead, or a scope that grants nothing if it has none.
 */
function limitOf(allowed: string | undefined): string | undefined {
  if (!allowed) return undefined
  const api = allowed.split(' ').filter((scope) => API_SCOPES.includes(scope))
  return api.length > 0 ? api.join(' ') : 'openid'
}

function openidScopesOf({ oidc }: KoaContextWithOIDC): string[] {
  const source = oidc.entities.RefreshToken ?? oidc.entities.AuthorizationCode
  const granted = new Set(source?.scope?.split(' '))
  return OPENID_SCOPES.filter((scope) => scope !== 'offline_access' && granted.has(scope))
}
