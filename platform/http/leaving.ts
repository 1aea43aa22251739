// Clients that leave before they have their whole answer. Fastify's onResponse hooks, which write requests down, count and
// meter them, wait for an answer that is sent or fails; one that nobody waits for would be neither.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** As nginx and others tell a client that did not wait for an answer. */
const LEFT = 499

/** An answer that fails with this code is one whose client has gone: Fastify sends nothing after it. */
const LEAVING = { code: 'ERR_STREAM_PREMATURE_CLOSE' }

/** The answer fails when its client leaves. */
export const endWithClient = ({ raw }: FastifyReply): void => void raw.on('close', failUnfinished)

/** One for all, which comes once to each: a function made for every request would cost every request. */
function failUnfinished(this: ServerResponse): void {
  if (this.writableFinished) return
  // Fastify hears the first failure only; what a handler still writes fails as well, and must find a listener.
  this.on('error', () => {})
  this.emit('error', Object.assign(new Error('The client has left.'), LEAVING))
}

/** Without its whole answer. */
export const hasLeft = ({ raw }: Pick<FastifyReply, 'raw'>): boolean => raw.destroyed && !raw.writableFinished

/** What the client was told, or that it has not waited. */
export const statusOf = ({ raw, statusCode }: FastifyReply): number =>
  raw.headersSent || statusCode >= 400 ? statusCode : LEFT
