// Who made a request: what identity looks at, and what it found.
import type { FastifyRequest } from 'fastify'
import type { Caller, Visitor } from '../identity/caller.ts'

/** Where a request keeps who made it; createHttp makes room for it. */
export const CALLER = Symbol('caller')
type Known = FastifyRequest & { [CALLER]?: Visitor | Caller }
export function keepCaller(request: Known, who: Visitor | Caller): void {
  request[CALLER] = who
}
/** Who made this request, once it has passed the gate. */
export const callerOf = (request: Known): Visitor | Caller | undefined => request[CALLER]

/** The part of a request that identity looks at. */
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
