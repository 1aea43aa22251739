// CORS: pages of the origins in CORS_ORIGINS may read our responses, without cookies.
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const EXPOSED = ['etag', 'link', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id']

export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const options = {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  }
  // OPTIONS that is not a preflight is a method like any other, and no route supports it.
  const plain = { ...options, preflight: false }
  await app.register(cors, {
    delegator: (request: FastifyRequest, done: (error: null, found: typeof options) => void) =>
      done(null, isPreflight(request) ? options : plain),
  })
}

const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** The CORS headers for a response that bypasses the hooks. */
export function grantsOf(origins: readonly string[], { headers }: FastifyRequest): Record<string, string> {
  if (origins.length === 0) return {}
  const exposed = { vary: 'Origin', 'access-control-expose-headers': EXPOSED.join(', ') }
  const { origin } = headers
  return origin && origins.includes(origin) ? { ...exposed, 'access-control-allow-origin': origin } : exposed
}
