// An access token, from client credentials (RFC 6749 §4.4) or our own issuer, cached until shortly before it expires.
import type { Clock } from '../../clock.ts'
import type { SafeFetch } from '../safe-fetch.ts'
import { answeredFailure, GraphFailure } from './graph-failure.ts'
import { retryAfterSeconds } from './rules.ts'

/** A client of an identity provider, or this installation's own issuer. */
export type TokenSource = ClientSource | { issue: () => Promise<GivenToken> }

interface GivenToken {
  token: string
  seconds: number
}

export interface ClientSource {
  /** The token endpoint; looked up at the issuer if it is unknown. */
  tokenUrl: string | undefined
  issuer: string | undefined
  clientId: string
  clientSecret: string
  /** The API that the token is for (RFC 8707). */
  audience: string
  scope: string | undefined
}

export interface AccessToken {
  get(signal?: AbortSignal): Promise<string>
  /** The next call requests a new token. */
  forget(): void
}

interface Deps {
  fetch: SafeFetch
  clock: Clock
}

const EARLY_MS = 30_000
const SHORT_SECONDS = 60
const TIMEOUT_MS = 10_000

export function openAccessToken(deps: Deps, source: TokenSource): AccessToken {
  let kept: { token: string; until: number } | undefined
  return {
    async get(signal) {
      const now = deps.clock.now().getTime()
      if (kept && now < kept.until) return kept.token
      const { token, seconds } = await ('issue' in source ? source.issue() : askForToken(deps, source, signal))
      kept = { token, until: now + Math.max(seconds * 1000 - EARLY_MS, 0) }
      return token
    },
    forget: () => {
      kept = undefined
    },
  }
}

async function askForToken(deps: Deps, source: ClientSource, signal: AbortSignal | undefined): Promise<GivenToken> {
  const credentials = [source.clientId, source.clientSecret].map(encodeURIComponent).join(':')
  const { access_token: token, expires_in: seconds } = await readJson(
    deps,
    source.tokenUrl ?? (await discover(deps, source, signal)),
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: source.audience,
        ...(source.scope && { scope: source.scope }),
      }).toString(),
      signal,
    },
  )
  if (typeof token !== 'string') throw new GraphFailure('unauthorized', 'The token endpoint returned no access token.')
  return { token, seconds: typeof seconds === 'number' ? seconds : SHORT_SECONDS }
}

async function discover(deps: Deps, { issuer }: ClientSource, signal: AbortSignal | undefined): Promise<string> {
  const { token_endpoint: url } = await readJson(
    deps,
    `${issuer?.replace(/\/$/, '')}/.well-known/openid-configuration`,
    { signal },
  )
  if (typeof url === 'string') return url
  throw new GraphFailure('unauthorized', 'The issuer has no token endpoint.')
}

interface Asked {
  method?: 'POST'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal | undefined
}

async function readJson({ fetch, clock }: Deps, url: string, { signal, ...asked }: Asked) {
  const limits = { timeoutMs: TIMEOUT_MS, redirects: 0, maxBytes: 256 * 1024 }
  const { status, headers, body } = await fetch(url, { ...asked, ...limits, ...(signal && { signal }) })
  const text = body.toString('utf8')
  if (status === 200) return JSON.parse(text) as Record<string, unknown>
  const wait = retryAfterSeconds(String(headers['retry-after'] ?? ''), clock.now())
  const failure = answeredFailure('The token endpoint', status, text, wait)
  // Many servers answer 400 invalid_client instead of 401.
  throw failure.refusal === 'refused' ? new GraphFailure('unauthorized', failure.message) : failure
}
