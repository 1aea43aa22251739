// Server-sent events: heartbeats, resuming by id, and an end for clients that do not keep up.
import type { ServerResponse } from 'node:http'

export interface ServerEvent {
  id?: string
  event: string
  data: unknown
}

const HEARTBEAT_MS = 15_000
/** How long somebody may go on listening whose session, token, key or membership has ended. */
const CHECK_MS = 30_000
/** What may wait for a client that takes nothing before it is dropped; it comes back with Last-Event-ID and misses nothing. */
const MAX_BACKLOG_BYTES = 64 * 1024
/** How long a client may take for that much. */
const PATIENCE_MS = 5_000

export const encodeEvent = (event: ServerEvent): string =>
  `${event.id === undefined ? '' : `id: ${event.id}\n`}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`

/** One event may go to thousands of streams: its bytes are made once and shared by all that get the same object. */
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
  /** Asked now and then; where it says no, the stream ends, and whoever comes back for it is refused. */
  mayStay?: () => Promise<boolean>
  checkMs?: number
  /** Ends the stream from our side, for example when the server stops. */
  signal?: AbortSignal
  /** Told why the source broke off. The client only sees that its connection is gone, and comes back. */
  onFailure?: (error: unknown) => void
}

/** Writes events until the source ends, the client leaves or falls behind. `headers` are those already set. Never throws. */
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
  // Not all at once: after a restart the clients have come back together.
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
      // A burst is not a slow client: what was just written has not even been offered to it.
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
    // One that waits for its next event ends when it comes; nobody waits for that here.
    iterator.return?.().catch(broken)
  }
}

/** A question that cannot be answered is no answer. */
function endUnless(mayStay: () => Promise<boolean>, { end }: { end: () => void }): void {
  mayStay().then(
    (stays) => stays || end(),
    () => {},
  )
}

/**
 * The end of the stream from either side. `before` is undefined where that comes first; unlike Promise.race with one
 * promise for the whole stream it keeps nothing of the events that have passed.
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
