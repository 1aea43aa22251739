// The bytes of an object as they arrive. A reader may be slow; the store may not be silent.
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { StoreSilent } from './s3-failures.ts'

const LOOKS = 4

/** Fails when nothing comes for so long although the reader has taken all that came. */
export function cutWhenSilent(body: unknown, ms: number): Readable {
  if (!(body instanceof IncomingMessage)) return body as Readable
  const { socket } = body
  // The client's own limit cannot tell a slow reader from a silent store.
  socket.setTimeout(0)
  let seen = socket.bytesRead
  let silent = 0
  const timer = setInterval(() => {
    const owes = socket.bytesRead === seen && body.readableLength === 0
    silent = owes ? silent + 1 : 0
    seen = socket.bytesRead
    if (silent >= LOOKS) body.destroy(new StoreSilent('The blob store does not go on.'))
  }, ms / LOOKS)
  timer.unref()
  body.once('close', () => clearInterval(timer))
  return body
}
