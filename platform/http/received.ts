// A request as handlers see it.
import { type Endpoint, paramNames } from '@veritrace/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A class, because creating a getter for each request is more expensive than everything else here. */
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

/** Fastify calls the rest of the path `*`; the contract has a name for it. */
function namedRest({ path }: Endpoint, params: unknown): Record<string, string> {
  const { '*': rest = '', ...others } = params as Record<string, string>
  return { ...others, [paramNames(path).at(-1)!]: rest }
}

/** Created only on demand: most handlers answer before a client could disconnect. */
function goneController(reply: FastifyReply): AbortController {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone
}
