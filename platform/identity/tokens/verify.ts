// Verifies access tokens completely, ignoring everything in them that says how to verify them.
import { errors, type JSONWebKeySet, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { isAppError } from '../../errors.ts'
import { hashOf } from '../secrets.ts'
import { readClaims, type TokenClaims } from './claims.ts'
import { invalidToken } from './invalid-token.ts'
import { type Fetch, openKeySource } from './key-source.ts'

export interface VerifierOptions {
  issuer: string
  jwksUri?: string
  keys?: () => Promise<JSONWebKeySet>
  audience: string
  algorithms: readonly string[]
  claims: Config['auth']['claims']
  clock: Clock
  fetch?: Fetch
  /** Whether a token with one of these IDs was revoked. */
  isRevoked?: (ids: readonly string[]) => Promise<boolean>
}

export interface TokenVerifier {
  /** Returns the verified claims; throws 401 for an invalid token, and 503 if the keys are unavailable. */
  verify(token: string): Promise<TokenClaims>
}

const MAX_TOKEN_BYTES = 16 * 1024
const TOLERANCE_SECONDS = 60
const CACHE_MS = 60_000
const CACHE_SIZE = 5_000
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt'])

export function openTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { clock } = options
  const algorithms = options.algorithms.filter((name) => !/^(none$|HS)/i.test(name))
  if (algorithms.length === 0) throw new Error('No signature algorithm is accepted; HS* and none are not allowed.')
  const getKey = openKeySource(options)
  const known = new Map<string, { claims: TokenClaims; until: number }>()

  const check = async (token: string): Promise<TokenClaims> => {
    const { payload, protectedHeader } = await jwtVerify(token, getKey, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: clock.now(),
    })
    refuseOtherKinds(protectedHeader, payload)
    if (payload.iat! > clock.now().getTime() / 1000 + TOLERANCE_SECONDS)
      throw invalidToken('It was issued in the future.')
    return readClaims(payload, options.claims)
  }

  const verify = async (token: string): Promise<TokenClaims> => {
    const now = clock.now().getTime()
    const key = hashOf(token)
    const cached = known.get(key)
    if (cached && now < cached.until) return cached.claims
    known.delete(key)
    const claims = await check(token).catch((error) => {
      throw asRefusal(error)
    })
    if (known.size >= CACHE_SIZE) known.delete(known.keys().next().value!)
    known.set(key, { claims, until: Math.min(now + CACHE_MS, claims.expiresAt.getTime()) })
    return claims
  }

  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_BYTES) throw invalidToken('It is too long.')
      const claims = await verify(token)
      if (await options.isRevoked?.(claims.ids)) throw invalidToken('It was revoked.')
      return claims
    },
  }
}

/**
 * RFC 9068 §2.1 defines a type for access tokens. If a provider uses `JWT`, claims that only ID tokens have identify
 * these.
 */
function refuseOtherKinds(header: JWTHeaderParameters, payload: JWTPayload): void {
  if (!TYPES.has(String(header.typ).toLowerCase())) throw invalidToken('It is not an access token.')
  const isIdToken =
    ['nonce', 'at_hash', 'c_hash', 's_hash'].some((name) => name in payload) ||
    payload.typ === 'ID' ||
    payload.token_use === 'id'
  if (isIdToken) throw invalidToken('It is an ID token.')
}

function asRefusal(error: unknown): unknown {
  if (isAppError(error)) return error
  if (error instanceof errors.JWTExpired) return invalidToken('It has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) return invalidToken(`Its claim ${error.claim} is invalid.`)
  if (error instanceof errors.JOSEError) return invalidToken('It cannot be verified.')
  // Anything else comes from reading the token itself, for example a header that is not JSON.
  return error instanceof TypeError ? invalidToken('It cannot be parsed.') : error
}
