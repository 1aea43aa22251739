// The userinfo endpoint. The library's own accepts no tokens whose audience is the API, as ours all have.
import type { Db } from '../../db/db.ts'
import { fail } from '../../errors.ts'
import { findUser } from '../users/store.ts'
import { GRANT_CLAIM, USERINFO_CLAIM, userClaims } from './claims.ts'
import { verifyAccessToken } from './presented.ts'
import type { IdentityProvider } from './provider.ts'

/** OpenID Connect Core §5.3: the claims about the person that the token's scopes allow. */
export async function readUserinfo(
  { db, provider }: { db: Db; provider: IdentityProvider },
  authorization: string | undefined,
): Promise<Record<string, unknown>> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return refuse('unauthenticated', 'Send the access token as Authorization: Bearer.')
  const claims = await verify(provider, token)
  const scopes = new Set(Array.isArray(claims[USERINFO_CLAIM]) ? (claims[USERINFO_CLAIM] as string[]) : [])
  const user = scopes.has('openid') ? await findUser(db, String(claims.sub)) : undefined
  if (!user || user.disabledAt) return refuse('invalid_token', 'The token does not belong to a person who signed in.')
  return userClaims(user, scopes)
}

async function verify(provider: IdentityProvider, token: string) {
  const { issuer, audience } = provider
  const claims = await verifyAccessToken({ issuer, audience, keys: provider.publicKeys() }, token)
  const ids = [claims?.jti, claims?.[GRANT_CLAIM]].filter((id) => typeof id === 'string')
  if (claims && !(await provider.isRevoked(ids))) return claims
  return refuse('invalid_token', 'The token is invalid, expired or revoked.')
}

const refuse = (code: 'unauthenticated' | 'invalid_token', detail: string): never =>
  fail(code, detail, {}, { 'www-authenticate': code === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer' })
