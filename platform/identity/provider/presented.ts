// Revocation (RFC 7009) and introspection (RFC 7662) of access tokens. Ours are JWTs, which the library signs, forgets and
// therefore refuses at these endpoints. It gets a name in place of the JWT, under which its adapter finds what the JWT says,
// and does everything else itself: who the client is, whose token it is, what ends with it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { AdapterPayload } from 'oidc-provider'
import { newSecret } from '../../ids.ts'
import { GRANT_CLAIM } from './claims.ts'
import { SIGNING_ALGORITHM } from './keys.ts'

interface Presented {
  name: string
  payload: AdapterPayload
}
const presented = new AsyncLocalStorage<Presented>()

/** What the token says that this request presents, where it is of this model. */
export function presentedAs(model: string, name: string): AdapterPayload | undefined {
  const token = presented.getStore()
  return token?.name === name && token.payload.kind === model ? token.payload : undefined
}

export interface Expected {
  issuer: string
  audience: string
  keys: JSONWebKeySet
}

/** Calls `handle` with the form, in which a name stands for a JWT. A JWT that is not good is a name of nothing. */
export async function presentForm(
  expected: Expected,
  request: IncomingMessage,
  form: string,
  handle: (request: IncomingMessage) => void,
): Promise<void> {
  const fields = new URLSearchParams(form)
  const [token, ...more] = fields.getAll('token')
  if (!token || more.length > 0 || !isJwt(token)) return handle(replay(request, form))
  const name = newSecret()
  fields.set('token', name)
  const claims = await verifyAccessToken(expected, token)
  const replayed = replay(request, fields.toString())
  if (claims) presented.run({ name, payload: payloadOf(claims) }, () => handle(replayed))
  else handle(replayed)
}

/** Undefined for what is not an access token of ours, or not any more. */
export async function verifyAccessToken(
  { issuer, audience, keys }: Expected,
  token: string,
): Promise<JWTPayload | undefined> {
  try {
    const algorithms = [SIGNING_ALGORITHM]
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer, audience, typ: 'at+jwt', algorithms })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function isJwt(token: string): boolean {
  try {
    return Boolean(decodeProtectedHeader(token))
  } catch {
    return false
  }
}

/** A token of a client has that client as its subject. */
function payloadOf(claims: JWTPayload): AdapterPayload {
  const { jti, iat, exp, aud, sub, scope, client_id, iss: _, [GRANT_CLAIM]: grantId, ...extra } = claims
  const common = { jti, iat, exp, aud, clientId: client_id, ...(scope !== undefined && { scope }), extra }
  if (sub === client_id) return { ...common, kind: 'ClientCredentials' } as AdapterPayload
  return { ...common, kind: 'AccessToken', accountId: sub, grantId } as AdapterPayload
}

/** The library reads the body from the request itself, and ours has been read. */
function replay(request: IncomingMessage, form: string): IncomingMessage {
  const bytes = Buffer.from(form)
  const headers: IncomingMessage['headers'] = { ...request.headers, 'content-length': String(bytes.length) }
  delete headers['transfer-encoding']
  const { method, url, socket, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders } = request
  const facts = { method, url, socket, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, headers }
  const { originalUrl } = request as IncomingMessage & { originalUrl?: string }
  return Object.assign(Readable.from([bytes], { objectMode: false }), facts, {
    originalUrl,
  }) as unknown as IncomingMessage
}
