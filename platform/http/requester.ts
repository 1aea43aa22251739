// Who made a request: the input of authentication, and its result.
import type { FastifyRequest } from 'fastify'
import type { Caller, Visitor } from '../caller.ts'

/** Stores the caller in the request; createHttp reserves the property. */
export const CALLER = Symbol('caller')
type Known = FastifyRequest & { [CALLER]?: Visitor | Caller }
export function keepCaller(request: Known, who: Visitor | Caller): void {
  request[CALLER] = who
}
/** The caller of this request, once it has been authenticated. */
export const callerOf = (request: Known): Visitor | Caller | undefined => request[CALLER]

/** The part of a request that authentication needs. */
export function incoming(request: FastifyRequest) {
  return {
    requestId: request.id,
    ip: request.ip,
    peer: request.socket.remoteAddress ?? '',
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    method: request.method,
    url: request.url,
    headers: request.headers,
  }
}
