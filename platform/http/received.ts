// A request as its handler sees it.
import { type Endpoint, paramNames } from '@veritrace/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A class, because a getter that is made anew for each request costs more than all the rest of it. */
export class Received {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly headers: FastifyRequest['headers']
  readonly ifVersion: number | undefined
  readonly #reply: FastifyReply
  #gone: AbortController | undefined

  constructor(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, body: unknown, version?: number) {
    this.params = endpoint.spec.restOfPath ? namedRest(endpoint, request.params) : request.params
    this.query = request.query
    this.body = body
    this.headers = request.headers
    this.ifVersion = version
    this.#reply = reply
  }

  get signal(): AbortSignal {
    this.#gone ??= goneController(this.#reply)
    return this.#gone.signal
  }
}

/** The router calls the rest of the path `*`; the contract has a name for it. */
function namedRest({ path }: Endpoint, params: unknown): Record<string, string> {
  const { '*': rest = '', ...others } = params as Record<string, string>
  return { ...others, [paramNames(path).at(-1)!]: rest }
}

/** Made only for handlers that ask: most answer faster than a client can leave. */
function goneController(reply: FastifyReply): AbortController {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone
}
