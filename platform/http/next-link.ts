// RFC 8288: where a list goes on, for clients that follow links whatever the body is.
import type { FastifyReply } from 'fastify'

/** Relative to the address that was asked, with all else that was asked for; nothing on the last page. */
export function linkNext(reply: FastifyReply, page: unknown): void {
  const { next } = page as { next?: unknown }
  if (typeof next !== 'string' || next === '') return
  const words = new URLSearchParams(reply.request.url.split('?')[1])
  words.set('cursor', next)
  reply.header('link', `<?${words}>; rel="next"`)
}
