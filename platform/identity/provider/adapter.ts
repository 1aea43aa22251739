// Stores what oidc-provider issues: rows of platform.oidc_records, with one adapter per model.
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { hashOf } from '../secrets.ts'
import { clientMetadata } from './clients.ts'
import { presentedAs } from './presented.ts'
import * as store from './store.ts'

/**
 * Models whose ID is the credential itself. Only its digest is stored, so that a copy of the database is useless to
 * sign in.
 */
const CREDENTIALS = new Set(['AuthorizationCode', 'RefreshToken'])
/** JWTs are signed and not stored; everything about them is in their claims. */
const JWTS = new Set(['AccessToken', 'ClientCredentials'])
/** Longer than any access token is valid, including clock tolerance. */
const REVOKED_FOR_MS = 3_600_000

export const adapterFor =
  (db: Db, clock: Clock) =>
  (model: string): Adapter => {
    if (model === 'Client') return clientAdapter(db, clock)
    return JWTS.has(model) ? jwtAdapter(db, clock, model) : recordAdapter(db, clock, model)
  }

function recordAdapter(db: Db, clock: Clock, model: string): Adapter {
  const secret = CREDENTIALS.has(model)
  const keyOf = (id: string) => (secret ? hashOf(id) : id)
  return {
    async upsert(id, payload) {
      const { jti, ...rest } = payload
      await store.upsertRecord(db, model, keyOf(id), {
        payload: toJson(secret ? rest : payload),
        grantId: payload.grantId,
        userCode: payload.userCode,
        uid: payload.uid,
        expiresAt: payload.exp === undefined ? undefined : new Date(payload.exp * 1000),
      })
    },
    async find(id) {
      if (!isStorable(id)) return undefined
      const row = await store.findRecord(db, model, keyOf(id))
      return row && toPayload(row, secret ? id : undefined)
    },
    async findByUid(uid) {
      const row = isStorable(uid) ? await store.findRecordBy(db, model, 'uid', uid) : undefined
      return row && toPayload(row)
    },
    async findByUserCode(userCode) {
      const row = isStorable(userCode) ? await store.findRecordBy(db, model, 'user_code', userCode) : undefined
      return row && toPayload(row)
    },
    async consume(id) {
      const first = await store.consumeRecord(db, model, keyOf(id), clock.now())
      // The library has already checked. If two requests with the same code or token race, one must lose here.
      if (!first) throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => store.deleteRecord(db, model, keyOf(id)),
    revokeByGrantId: (grantId) => store.deleteRecordsOfGrant(db, model, grantId),
  }
}

/**
 * Finds the token that is presented in this request. Revocations are stored for as long as the token would be valid.
 */
function jwtAdapter(db: Db, clock: Clock, model: string): Adapter {
  const notKept = async (): Promise<never> => {
    throw new Error('Access tokens are JWTs and are not stored.')
  }
  const revoke = (id: string) => store.insertRevoked(db, id, new Date(clock.now().getTime() + REVOKED_FOR_MS))
  return {
    async find(name) {
      const payload = presentedAs(model, name)
      const ids = [payload?.jti, payload?.grantId].filter((id) => id !== undefined)
      return payload && !(await store.isAnyRevoked(db, ids)) ? payload : undefined
    },
    destroy: revoke,
    revokeByGrantId: revoke,
    findByUid: notKept,
    findByUserCode: notKept,
    upsert: notKept,
    consume: notKept,
  }
}

/** Clients are read at every call, so that a revoked one is rejected immediately. This adapter does not write them. */
function clientAdapter(db: Db, clock: Clock): Adapter {
  const readOnly = async (): Promise<never> => {
    throw new Error('Clients are not registered through the protocol.')
  }
  return {
    async find(id) {
      const row = isStorable(id) ? await store.findClient(db, id, clock.now()) : undefined
      return row && clientMetadata(row)
    },
    findByUid: readOnly,
    findByUserCode: readOnly,
    upsert: readOnly,
    consume: readOnly,
    destroy: readOnly,
    revokeByGrantId: readOnly,
  }
}

function toPayload({ payload, consumedAt }: store.RecordRow, jti?: string): AdapterPayload {
  return {
    ...payload,
    ...(jti !== undefined && { jti }),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  }
}

const isStorable = (id: string): boolean => id.length <= 500 && !id.includes('\0')

/** PostgreSQL accepts neither NUL nor unpaired surrogates in JSON; request parameters may contain both. */
const toJson = (payload: object): string =>
  JSON.stringify(payload, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value))
