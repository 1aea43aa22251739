// Server-sent events: heartbeats, resuming by id, and an end for clients that do not keep up.
import type { ServerResponse } from 'node:http'

export interface ServerEvent {
  id?: string
  event: string
  data: unknown
}

const HEARTBEAT_MS = 15_000
/** What may wait for a slow client before it is dropped; it comes back with Last-Event-ID and misses nothing. */
const MAX_BACKLOG_BYTES = 64 * 1024

export const encodeEvent = (event: ServerEvent): string =>
  `${event.id === undefined ? '' : `id: ${event.id}\n`}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`

export interface SseOptions {
  heartbeatMs?: number
  maxBacklogBytes?: number
  /** Ends the stream from our side, for example when the server stops. */
  signal?: AbortSignal
}

/** Writes events until the source ends, the client leaves or falls behind. `headers` are those already set. */
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
  const iterator = events[Symbol.asyncIterator]()
  const stopped = new Promise<IteratorResult<ServerEvent>>((stop) => {
    const end = () => stop({ done: true, value: undefined })
    response.once('close', end)
    if (options.signal?.aborted) end()
    options.signal?.addEventListener('abort', end, { once: true })
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), stopped])
      if (done || response.destroyed) return
      response.write(encodeEvent(value))
      if (response.writableLength > (options.maxBacklogBytes ?? MAX_BACKLOG_BYTES)) {
        response.destroy()
        return
      }
    }
  } finally {
    clearInterval(heartbeat)
    void iterator.return?.()
    if (!response.destroyed) response.end()
  }
}
