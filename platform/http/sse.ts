// Server-sent events: heartbeats, resuming by ID, and dropping clients that are too slow.
import type { ServerResponse } from 'node:http'

export interface ServerEvent {
  id?: string
  event: string
  data: unknown
}

const HEARTBEAT_MS = 15_000
/** How long a stream may continue after its session, token, key or membership has ended. */
const CHECK_MS = 30_000
/**
 * Backlog of a client that does not read; above it the client is dropped. It resumes with Last-Event-ID and misses
 * nothing.
 */
const MAX_BACKLOG_BYTES = 64 * 1024
/** How long a client may take to read that much. */
const PATIENCE_MS = 5_000

export const encodeEvent = (event: ServerEvent): string =>
  `${event.id === undefined ? '' : `id: ${event.id}\n`}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`

/** One event may go to thousands of streams, so its bytes are encoded once and shared. */
const encoded = new WeakMap<ServerEvent, Buffer>()
function bytesOf(event: ServerEvent): Buffer {
  const known = encoded.get(event)
  if (known) return known
  const bytes = Buffer.from(encodeEvent(event))
  encoded.set(event, bytes)
  return bytes
}

export interface SseOptions {
  heartbeatMs?: number
  maxBacklogBytes?: number
  patienceMs?: number
  /** Called now and then; if it resolves to false, the stream ends and cannot be reopened. */
  mayStay?: () => Promise<boolean>
  checkMs?: number
  /** Ends the stream from our side, for example when the server stops. */
  signal?: AbortSignal
  /** Called with the reason why the source failed. The client only sees a closed connection, and reconnects. */
  onFailure?: (error: unknown) => void
}

/**
 * Writes events until the source ends, or the client disconnects or is too slow. `headers` were set before. Never
 * throws.
 */
export async function writeEvents(
  response: ServerResponse,
  headers: Record<string, string | number | string[] | undefined>,
  events: AsyncIterable<ServerEvent>,
  options: SseOptions = {},
): Promise<void> {
  response.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.write('retry: 2000\n\n')
  const heartbeat = setInterval(() => response.write(': hb\n\n'), options.heartbeatMs ?? HEARTBEAT_MS)
  const ending = watchForEnd(response, options.signal)
  // Spread out, because clients reconnect at the same moment after a restart.
  const checkMs = (options.checkMs ?? CHECK_MS) * (1 - Math.random() / 4)
  const check = options.mayStay && setInterval(() => endUnless(options.mayStay!, ending), checkMs)
  const iterator = events[Symbol.asyncIterator]()
  const broken = (error: unknown): void => {
    options.onFailure?.(error)
    response.destroy()
  }
  try {
    for (;;) {
      const next = await ending.before(iterator.next())
      if (!next || next.done) return
      let taken = (): void => {}
      response.write(bytesOf(next.value), () => taken())
      if (response.writableLength <= (options.maxBacklogBytes ?? MAX_BACKLOG_BYTES)) continue
      // Right after a burst the client has not yet had a chance to read, so wait before dropping it.
      const offered = new Promise<void>((resolve) => {
        taken = resolve
      })
      if (await ending.before(within(options.patienceMs ?? PATIENCE_MS, offered))) continue
      response.destroy()
      return
    }
  } catch (error) {
    broken(error)
  } finally {
    clearInterval(heartbeat)
    clearInterval(check)
    ending.forget()
    if (!response.destroyed) response.end()
    // A waiting generator ends at its next event; do not wait for that here.
    iterator.return?.().catch(broken)
  }
}

/** A failed check does not end the stream. */
function endUnless(mayStay: () => Promise<boolean>, { end }: { end: () => void }): void {
  mayStay().then(
    (stays) => stays || end(),
    () => {},
  )
}

/**
 * Watches for the end of the stream from either side. `before` resolves to undefined if the end comes first; unlike
 * Promise.race with one promise per stream, it retains nothing of past events.
 */
function watchForEnd(response: ServerResponse, signal: AbortSignal | undefined) {
  let ended = signal?.aborted ?? false
  let release = (): void => {}
  const end = (): void => {
    ended = true
    release()
  }
  response.once('close', end)
  signal?.addEventListener('abort', end)
  return {
    end,
    before: <T>(work: Promise<T>): Promise<T | undefined> =>
      new Promise((resolve, reject) => {
        release = () => resolve(undefined)
        if (ended) release()
        work.then(resolve, reject)
      }),
    /** The signal lives as long as the process. */
    forget: () => signal?.removeEventListener('abort', end),
  }
}

function within(ms: number, work: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false)
    void work.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
