// Tokens for calls between parts of one installation, independent of the identity provider: signed with a key in the
// shared database, valid for minutes, and not stored.
import type { Role } from '@veritrace/contract/endpoint'
import { importJWK, type JSONWebKeySet, SignJWT } from 'jose'
import type { Plan } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../ids.ts'
import { publicPart, readSigningKeys, SIGNING_ALGORITHM } from '../provider/keys.ts'
import { openTokenVerifier, type TokenVerifier } from './verify.ts'

/** The attributes of an internal client in a tenant. */
export interface OwnClient {
  id: string
  tenant: string
  role: Role
  plan: Plan
  products: readonly string[]
  scopes: readonly string[]
}

export interface OwnTokens extends TokenVerifier {
  issue(client: OwnClient): Promise<{ token: string; seconds: number }>
}

/** A prefix that distinguishes them from all other tokens without parsing. */
const MARK = 'own_'
export const looksLikeOwn = (token: string): boolean => token.startsWith(MARK)

const ISSUER = 'urn:veritrace:own'
const SECONDS = 300
const NAMES: Config['auth']['claims'] = {
  tenant: 'tenant',
  customer: 'customer',
  plan: 'plan',
  products: 'products',
  productPlans: 'product_plans',
  role: 'role',
}

export function openOwnTokens(deps: { db: Db; clock: Clock }, audience: string): OwnTokens {
  const keys = async (): Promise<JSONWebKeySet> => ({
    keys: (await readSigningKeys(deps)).map(({ jwk }) => publicPart(jwk)),
  })
  const verifier = openTokenVerifier({
    issuer: ISSUER,
    keys,
    audience,
    algorithms: [SIGNING_ALGORITHM],
    claims: NAMES,
    clock: deps.clock,
  })
  return {
    verify: (token) => verifier.verify(token.slice(MARK.length)),
    issue: async ({ id, scopes, ...claims }) => {
      const { jwk, kid } = (await readSigningKeys(deps))[0]!
      const now = Math.floor(deps.clock.now().getTime() / 1000)
      const said = { ...claims, client_id: id, scope: scopes.join(' ') }
      const token = await new SignJWT(said)
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(id)
        .setJti(newId('tok'))
        .setIssuedAt(now)
        .setExpirationTime(now + SECONDS)
        .sign(await importJWK(jwk, SIGNING_ALGORITHM))
      return { token: MARK + token, seconds: SECONDS }
    },
  }
}
