// Our server as OpenID client: it sends people to the provider and verifies everything that comes back.
import * as client from 'openid-client'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Person } from '../tenancy/person.ts'
import type { LoginState } from './login-state.ts'

export interface RelyingPartyOptions {
  issuer: () => string
  clientId: string
  /** Without it the client is public, and only PKCE protects the code. */
  clientSecret?: string
  /** The public URL of this server. */
  publicUrl: () => string
  /** The claim of the ID token that names the tenant, if the provider sends one. */
  tenantClaim: string
  roleClaim: string
  clock: Clock
  fetch?: client.CustomFetch
  /** Logs why a sign-in failed, such as a wrong client secret, which the person cannot see. */
  log?: Log
}

/** What signing out at the provider requires. */
export interface ProviderTokens {
  idToken?: string
  refreshToken?: string
}

export interface SignedIn {
  person: Person
  tenant?: string
  role?: string
  amr: string[]
  tokens: ProviderTokens
}

export interface RelyingParty {
  /** The provider's URL for a new sign-in, and the state to store until the browser returns. */
  begin(options: Pick<LoginState, 'returnTo' | 'invitation'>): Promise<{ url: string; login: LoginState }>
  /**
   * Returns the authenticated person; 400 if anything does not match. `pathAndQuery` is the callback that the browser
   * requested.
   */
  finish(pathAndQuery: string, login: LoginState): Promise<SignedIn>
  /** The provider's URL for signing out, if it has one. */
  logoutUrl(idToken: string | undefined): Promise<string | undefined>
}

export const CALLBACK_PATH = '/session/callback'
const DISCOVERY_LIFETIME_MS = 3_600_000
const TIMEOUT_SECONDS = 5

export function openRelyingParty(options: RelyingPartyOptions): RelyingParty {
  const configuration = lazyDiscovery(options)
  const redirectUri = () => `${options.publicUrl()}${CALLBACK_PATH}`

  return {
    async begin({ returnTo, invitation }) {
      const config = await configuration()
      const login = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        returnTo,
        ...(invitation && { invitation }),
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        state: login.state,
        nonce: login.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, login }
    },

    async finish(pathAndQuery, login) {
      const config = await configuration()
      // Built from our own URL, because the host in the request is not trustworthy.
      const answer = new URL(redirectUri())
      answer.search = new URL(pathAndQuery, answer).search
      try {
        const tokens = await client.authorizationCodeGrant(config, answer, {
          pkceCodeVerifier: login.verifier,
          expectedState: login.state,
          expectedNonce: login.nonce,
          idTokenExpected: true,
        })
        const claims = await completeClaims(config, tokens)
        return {
          person: personOf(claims),
          tenant: text(claims[options.tenantClaim]),
          role: text(claims[options.roleClaim]),
          amr: Array.isArray(claims.amr) ? claims.amr.filter((method) => typeof method === 'string') : [],
          tokens: { idToken: tokens.id_token, refreshToken: tokens.refresh_token },
        }
      } catch (error) {
        const failure = asLoginFailure(error)
        if (failure.status < 500) options.log?.warn(whatWasSaid(error), 'a sign-in could not be completed')
        throw failure
      }
    },

    async logoutUrl(idToken) {
      const config = await configuration().catch(() => undefined)
      if (!config?.serverMetadata().end_session_endpoint) return undefined
      return client.buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${options.publicUrl()}/`,
        ...(idToken && { id_token_hint: idToken }),
      }).href
    },
  }
}

/** Runs at the first sign-in and not at the start: the embedded provider answers only once the server listens. */
function lazyDiscovery(options: RelyingPartyOptions): () => Promise<client.Configuration> {
  let found: Promise<client.Configuration> | undefined
  let foundAt = 0
  return () => {
    const now = options.clock.now().getTime()
    if (found && now - foundAt < DISCOVERY_LIFETIME_MS) return found
    const asked = discover(options)
    found = asked
    foundAt = now
    asked.catch(() => {
      if (found === asked) found = undefined
    })
    return asked
  }
}

async function discover(options: RelyingPartyOptions): Promise<client.Configuration> {
  const issuer = new URL(options.issuer())
  const secret = options.clientSecret
  try {
    return await client.discovery(
      issuer,
      options.clientId,
      undefined,
      secret ? client.ClientSecretBasic(secret) : client.None(),
      {
        timeout: TIMEOUT_SECONDS,
        ...(options.fetch && { [client.customFetch]: options.fetch }),
        ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
      },
    )
  } catch (error) {
    const unavailable = new AppError('unavailable', 'The identity provider cannot be reached.', {}, RETRY)
    throw unavailable.because(error)
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** Some providers put name and email into userinfo only. A failure there does not fail the sign-in. */
async function completeClaims(
  config: client.Configuration,
  tokens: Tokens,
): Promise<Record<string, unknown> & { sub: string }> {
  const claims = tokens.claims()!
  if (claims.email || !config.serverMetadata().userinfo_endpoint) return claims
  const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => undefined)
  return { ...more, ...claims }
}

function personOf(claims: Record<string, unknown> & { sub: string }): Person {
  // Without verification anyone can enter any email. Many providers omit the claim; some send it as a string.
  const isDoubtful = String(claims.email_verified) === 'false'
  const email = (!isDoubtful && text(claims.email)) || null
  return {
    id: claims.sub,
    email,
    displayName: text(claims.name) ?? text(claims.preferred_username) ?? email ?? claims.sub,
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= 255 ? value : undefined

const RETRY = { 'retry-after': '5' }

/** Copies single fields, because the error itself may contain the code, the state or claims. */
function whatWasSaid(error: unknown): Record<string, unknown> {
  const { message, code, status, error: reason, error_description } = error as client.ResponseBodyError
  return { error: message, error_code: code, provider_status: status, provider_error: reason, error_description }
}

function asLoginFailure(error: unknown): AppError {
  const { code, error: reason, cause } = error as { code?: string; error?: string; cause?: { code?: string } }
  const unreachable = code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && cause?.code !== undefined)
  if (unreachable)
    return new AppError('unavailable', 'The identity provider does not answer.', {}, RETRY).because(error)
  const word = /^[a-z_]{1,40}$/i.exec(reason ?? code ?? '')?.[0]
  return new AppError('login_failed', word ? `The sign-in could not be completed (${word}).` : undefined)
}
