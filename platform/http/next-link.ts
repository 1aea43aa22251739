// RFC 8288: a Link header to the next page, for clients that follow links regardless of the body.
import type { FastifyReply } from 'fastify'

/** Relative to the requested URL, with the same query; no header on the last page. */
export function linkNext(reply: FastifyReply, page: unknown): void {
  const { next } = page as { next?: unknown }
  if (typeof next !== 'string' || next === '') return
  const parameters = new URLSearchParams(reply.request.url.split('?')[1])
  parameters.set('cursor', next)
  reply.header('link', `<?${parameters}>; rel="next"`)
}
