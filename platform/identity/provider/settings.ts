// The configuration of oidc-provider, with every unneeded feature turned off.
import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import { pageHeaders } from '../../pages/layout.ts'
import { inLook } from '../../pages/look.ts'
import type { MembershipOf } from '../membership.ts'
import { messagePage } from '../pages/sign-in.ts'
import { signedOutPage, signOutPage } from '../pages/sign-out.ts'
import { findUser } from '../users/store.ts'
import { adapterFor } from './adapter.ts'
import { API_SCOPES, accessClaims, OPENID_SCOPES, userClaims } from './claims.ts'
import { SIGNING_ALGORITHM, type SigningKey } from './keys.ts'

export interface ProviderDeps {
  db: Db
  config: Config
  clock: Clock
  /** `${publicUrl}/auth` */
  issuer: string
  membershipOf: MembershipOf
}

const ACCESS_TOKEN_SECONDS = 600
const REFRESH_DAYS = 14

export function settingsOf(deps: ProviderDeps, keys: readonly SigningKey[], cookieKey: string): Configuration {
  const { db, config, issuer } = deps
  const home = new URL(issuer)
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: home.protocol === 'https:' } as const
  return {
    adapter: adapterFor(db, deps.clock),
    jwks: { keys: keys.map(({ jwk }) => ({ ...jwk, kty: jwk.kty! })) },
    cookies: {
      keys: [cookieKey],
      names: { session: 'veritrace_provider', interaction: 'veritrace_sign_in', resume: 'veritrace_sign_in_resume' },
      long: { ...cookie, path: home.pathname },
      short: cookie,
    },
    routes: {
      authorization: '/authorize',
      token: '/token',
      end_session: '/logout',
      introspection: '/introspect',
      revocation: '/revoke',
      jwks: '/jwks',
    },
    ttl: lifetimes(config),
    scopes: [...OPENID_SCOPES, ...API_SCOPES],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Access tokens are for the API, including userinfo, so the ID token alone must contain the profile claims.
    conformIdTokenClaims: false,
    discovery: { userinfo_endpoint: `${issuer}/userinfo` },
    responseTypes: ['code'],
    pkce: { required: () => true },
    // No method that needs the plain secret, because we store only its digest.
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    extraClientMetadata: { properties: ['acts_as'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin),
    formats: {
      customizers: {
        jwt: async (ctx, token, jwt) => void Object.assign(jwt.payload, await accessClaims(deps, ctx, token)),
      },
    },
    findAccount: async (_ctx, id) => {
      const user = await findUser(db, id)
      if (!user || user.disabledAt) return undefined
      return { accountId: user.id, claims: (_use, scope) => userClaims(user, new Set(scope.split(' '))) }
    },
    interactions: { url: (_ctx, interaction) => `${home.pathname}/interaction/${interaction.uid}` },
    loadExistingGrant: (ctx) => grantAll(ctx, config.auth.audience),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    features: featuresOf(config),
    renderError: (ctx, out) => showError(ctx, out.error, out.error_description),
  }
}

function lifetimes(config: Config): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: ACCESS_TOKEN_SECONDS,
    ClientCredentials: ACCESS_TOKEN_SECONDS,
    AuthorizationCode: 60,
    IdToken: 3600,
    Interaction: 1800,
    Session: config.auth.sessionMaxMs / 1000,
    Grant: REFRESH_DAYS * 86_400,
    RefreshToken: REFRESH_DAYS * 86_400,
  }
}

function featuresOf({ auth }: Config): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    userinfo: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        ctx.set(pageHeaders([ctx.oidc.params?.post_logout_redirect_uri as string | undefined]))
        ctx.body = inLook(signOutPage(form), ctx.get('cookie'))
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.set(pageHeaders())
        ctx.body = inLook(signedOutPage(), ctx.get('cookie'))
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? auth.audience,
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, resource) => {
        if (resource !== auth.audience) throw new errors.InvalidTarget()
        refuseUnknownScopes(ctx)
        return {
          scope: API_SCOPES.join(' '),
          audience: auth.audience,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }
      },
    },
  }
}

/** The library drops unknown scopes, and a token without scope may do everything: a typo must not widen a token. */
function refuseUnknownScopes(ctx: KoaContextWithOIDC): void {
  const asked = String(ctx.oidc.params?.scope ?? '').split(' ')
  const known: readonly string[] = [...OPENID_SCOPES, ...API_SCOPES, '']
  const unknown = asked.find((scope) => !known.includes(scope))
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not known', unknown)
}

/** Clients are our own or set up by an operator, so users are not asked for consent to each scope. */
async function grantAll(ctx: KoaContextWithOIDC, audience: string) {
  const { provider, session, client, result } = ctx.oidc
  const { Grant } = provider
  const known = result?.consent?.grantId ?? session?.grantIdFor(client!.clientId)
  const found = known ? await Grant.find(known) : undefined
  if (found) return found
  const grant = new Grant({ clientId: client!.clientId, accountId: session!.accountId! })
  grant.addOIDCScope([...OPENID_SCOPES, ...API_SCOPES].join(' '))
  grant.addResourceScope(audience, API_SCOPES.join(' '))
  await grant.save()
  return grant
}

function showError(ctx: KoaContextWithOIDC, error: string, description: string | undefined): void {
  ctx.set(pageHeaders())
  const ours = error === 'server_error'
  const text = ours ? 'Something went wrong on our side. Try again in a moment.' : (description ?? error)
  const title = ours ? 'Something went wrong' : 'This request cannot be completed'
  ctx.body = inLook(messagePage(title, `${text}.`.replace('..', '.')), ctx.get('cookie'))
}
