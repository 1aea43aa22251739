// Loads the keys of an issuer: its JWKS over HTTP, found by discovery, or a function for the embedded provider.
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  type LocalJWKSet,
  type RemoteJWKSet,
} from 'jose'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'

export type Fetch = typeof globalThis.fetch
export interface KeySourceOptions {
  issuer: string
  /** Known URL of the keys; otherwise it is read from the issuer's discovery document. */
  jwksUri?: string
  /** The keys themselves, if the issuer is part of this process. */
  keys?: () => Promise<JSONWebKeySet>
  clock: Clock
  fetch?: Fetch
}

const TIMEOUT_MS = 5_000
/**
 * How long a failing endpoint is not called, and the shortest time between two reloads of local keys for unknown key
 * IDs.
 */
const PAUSE_MS = 5_000
const LOCAL_LIFETIME_MS = 60_000

export const openKeySource = (options: KeySourceOptions): JWTVerifyGetKey =>
  options.keys ? localKeys(options.keys, options.clock) : remoteKeys(options)

function localKeys(keys: () => Promise<JSONWebKeySet>, clock: Clock): JWTVerifyGetKey {
  let set: LocalJWKSet | undefined
  let loadedAt = 0
  const load = async () => {
    set = createLocalJWKSet(await keys())
    loadedAt = clock.now().getTime()
    return set
  }
  return async (header, token) => {
    const age = clock.now().getTime() - loadedAt
    const current = set && age < LOCAL_LIFETIME_MS ? set : await load()
    try {
      return await current(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age < PAUSE_MS) throw error
      return (await load())(header, token)
    }
  }
}

/** jose caches the keys for ten minutes and reloads them for an unknown key ID at most every 30 seconds. */
function remoteKeys({ issuer, jwksUri, clock, fetch = globalThis.fetch }: KeySourceOptions): JWTVerifyGetKey {
  let set: Promise<RemoteJWKSet> | undefined
  let pausedUntil = 0
  let failure: unknown
  // jose limits requests only after a success, so limit them here after a failure.
  const sparing: Fetch = async (address, init) => {
    if (clock.now().getTime() < pausedUntil) throw new Error('paused after a failure', { cause: failure })
    try {
      const response = await fetch(address, init)
      if (response.ok) return response
      throw new Error(`status ${response.status}`)
    } catch (error) {
      pausedUntil = clock.now().getTime() + PAUSE_MS
      failure = error
      throw error
    }
  }
  const open = async () => {
    const url = new URL(jwksUri ?? (await discoverJwksUri(issuer, sparing)))
    return createRemoteJWKSet(url, { timeoutDuration: TIMEOUT_MS, [customFetch]: sparing })
  }
  return async (header, token) => {
    try {
      set ??= open()
      set.catch(() => {
        set = undefined
      })
      return await (await set)(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      throw unreachable().because(error)
    }
  }
}

async function discoverJwksUri(issuer: string, fetch: Fetch): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const found = (await response.json()) as { issuer?: string; jwks_uri?: string }
  // OpenID Connect Discovery 1.0 §4.3: the document must name the issuer that was requested.
  if (found.issuer !== issuer)
    throw new Error(`AUTH_ISSUER is “${issuer}”, but its discovery document names “${found.issuer}”`)
  if (!found.jwks_uri) throw new Error('the discovery document has no jwks_uri')
  return found.jwks_uri
}

const unreachable = () =>
  new AppError(
    'unavailable',
    'The keys of the identity provider are unavailable, so tokens cannot be verified.',
    {},
    { 'retry-after': '5' },
  )
