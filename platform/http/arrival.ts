// Bodies must keep coming: a large one may take its time, one that stands still is cut off.
import type { IncomingMessage } from 'node:http'

/** The least that must come in that time. A slow line brings more; who brings less holds a connection for nothing. */
const WINDOW_MS = 30_000
const BYTES_PER_WINDOW = 32 * 1024

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

interface Watched {
  request: IncomingMessage
  onStill: () => void
  windowMs: number
}
let begun: Watched[] = []

/** Calls back once if the body stands still before all of it is there. */
export function watchArrival(request: IncomingMessage, onStill: () => void, windowMs = WINDOW_MS): void {
  // Most bodies come along with their headers and are there in the next turn: only the others are worth a timer.
  if (begun.length === 0) setImmediate(watchBegun)
  begun.push({ request, onStill, windowMs })
}

function watchBegun(): void {
  const some = begun
  begun = []
  for (const one of some) if (!one.request.complete && !one.request.destroyed) watch(one)
}

function watch({ request, onStill, windowMs }: Watched): void {
  const { socket } = request
  let seen = socket.bytesRead
  const look = setInterval(() => {
    // Who takes what is there and looks no further is not told that it was the end.
    if (request.complete) return stop()
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    // What lies there unread waits for us, not for the client.
    if (came >= BYTES_PER_WINDOW || request.readableLength > 0) return
    stop()
    onStill()
  }, windowMs).unref()
  const stop = () => clearInterval(look)
  request.once('end', stop).once('close', stop)
}
