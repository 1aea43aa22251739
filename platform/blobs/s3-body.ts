// The bytes of an object as they arrive. The reader may be slow, but the store must not stall.
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { StoreSilent } from './s3-failures.ts'

const CHECKS = 4

/** Destroys the stream if the store sends nothing for `ms` although the reader has consumed everything. */
export function cutWhenSilent(body: unknown, ms: number): Readable {
  if (!(body instanceof IncomingMessage)) return body as Readable
  const { socket } = body
  // The client's own timeout cannot distinguish a slow reader from a silent store.
  socket.setTimeout(0)
  let seen = socket.bytesRead
  let silent = 0
  const timer = setInterval(() => {
    const stalled = socket.bytesRead === seen && body.readableLength === 0
    silent = stalled ? silent + 1 : 0
    seen = socket.bytesRead
    if (silent >= CHECKS) body.destroy(new StoreSilent('The blob store stopped sending bytes.'))
  }, ms / CHECKS)
  timer.unref()
  body.once('close', () => clearInterval(timer))
  return body
}
