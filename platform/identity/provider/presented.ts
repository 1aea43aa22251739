// Revocation (RFC 7009) and introspection (RFC 7662) of access tokens. Ours are JWTs, which the library does not store
// and therefore rejects at these endpoints. We replace the JWT by a random name, under which the adapter returns its
// claims; the library does the rest: client authentication, ownership and revocation of the grant.
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

/** The claims of the token presented in this request, if it belongs to this model. */
export function presentedAs(model: string, name: string): AdapterPayload | undefined {
  const token = presented.getStore()
  return token?.name === name && token.payload.kind === model ? token.payload : undefined
}

export interface Expected {
  issuer: string
  audience: string
  keys: JSONWebKeySet
}

/** Calls `handle` with the form, in which a name replaces the JWT. An invalid JWT gets a name without a record. */
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

/** Undefined if the text is not an access token of ours, or is expired or revoked. */
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

/** The subject of a client's token is the client itself. */
function payloadOf(claims: JWTPayload): AdapterPayload {
  const { jti, iat, exp, aud, sub, scope, client_id, iss: _, [GRANT_CLAIM]: grantId, ...extra } = claims
  const common = { jti, iat, exp, aud, clientId: client_id, ...(scope !== undefined && { scope }), extra }
  if (sub === client_id) return { ...common, kind: 'ClientCredentials' } as AdapterPayload
  return { ...common, kind: 'AccessToken', accountId: sub, grantId } as AdapterPayload
}

/** Builds a new request with the form, because the library reads the body itself and ours has been consumed. */
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
