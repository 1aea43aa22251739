// Cuts off bodies that stall. A large body may take long as long as bytes keep arriving.
import type { IncomingMessage } from 'node:http'

/** The fewest bytes that must arrive in this time. Even a slow line exceeds this; slower clients waste a connection. */
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

/** Calls back once if the body stalls before it is complete. */
export function watchArrival(request: IncomingMessage, onStill: () => void, windowMs = WINDOW_MS): void {
  // Most bodies arrive with their headers and are complete in the next turn, so only the others get a timer.
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
    // A reader that took the available bytes may not have noticed that the body is complete.
    if (request.complete) return stop()
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    // Unread bytes wait for the server, not for the client.
    if (came >= BYTES_PER_WINDOW || request.readableLength > 0) return
    stop()
    onStill()
  }, windowMs).unref()
  const stop = () => clearInterval(look)
  request.once('end', stop).once('close', stop)
}
