// Clients that disconnect before the response is complete. Fastify's onResponse hooks, which log, count and meter
// requests, run when a response is sent or fails; without this module neither would happen.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** The status that nginx and others log for a client that disconnected. */
const LEFT = 499

/** With this error code Fastify assumes that the client is gone and sends nothing. */
const LEAVING = { code: 'ERR_STREAM_PREMATURE_CLOSE' }

/** Fails the response when its client disconnects. */
export const endWithClient = ({ raw }: FastifyReply): void => void raw.on('close', failUnfinished)

/** Shared by all requests and called once for each, because a closure per request would cost too much. */
function failUnfinished(this: ServerResponse): void {
  if (this.writableFinished) return
  // Fastify handles only the first error; later writes of a handler fail too and would throw without a listener.
  this.on('error', () => {})
  this.emit('error', Object.assign(new Error('The client disconnected.'), LEAVING))
}

/** Whether the client disconnected before it had the whole response. */
export const hasLeft = ({ raw }: Pick<FastifyReply, 'raw'>): boolean => raw.destroyed && !raw.writableFinished

/** The status sent to the client, or 499 if it disconnected first. */
export const statusOf = ({ raw, statusCode }: FastifyReply): number =>
  raw.headersSent || statusCode >= 400 ? statusCode : LEFT
