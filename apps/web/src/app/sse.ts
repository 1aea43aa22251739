// Server-sent events over fetch, because they need our headers. A broken connection resumes where it stopped.

import { untilSession } from '../session/session.ts'
import { callApi } from './api.ts'

export interface StreamEvent {
  id: string
  event: string
  data: unknown
}

interface StreamOptions {
  method?: 'GET' | 'POST'
  body?: unknown
  signal: AbortSignal
  onEvent(event: StreamEvent): void
  /** The last event of the stream. If it did not arrive, a stream that ends is requested again from the last id. */
  isLast?(event: StreamEvent): boolean
}

/** Waits longer after every attempt, so that a server restart or a short loss of connection does not end the stream. */
const RETRY_MS = 1_500
const LONGEST_RETRY_MS = 10_000
const MAX_RETRIES = 30

/** Resolves when the stream is complete. Throws the server's error if it did not answer with a stream. */
export async function follow(path: string, options: StreamOptions): Promise<void> {
  const { signal, onEvent, isLast } = options
  let lastId = ''
  let ended = false
  for (let tries = 0; !ended && !signal.aborted; tries++) {
    if (tries > MAX_RETRIES) throw new Error('The connection was lost.')
    if (tries > 0) await pause(Math.min(RETRY_MS * tries, LONGEST_RETRY_MS), signal)
    await untilOnline(signal)
    const response = await open(path, options, lastId).catch((error: unknown) => {
      if (lastId === '' && tries === 0) throw error
      return undefined
    })
    // The server may be stopping or starting.
    if (!response || (response.status >= 500 && lastId !== '')) continue
    // Continues when the user has signed in again.
    if (response.status === 401) {
      await untilSession(signal)
      continue
    }
    if (!response.ok) throw new Error((await response.json().catch(() => ({})))?.detail ?? `${response.status}`)
    for await (const event of events(response)) {
      if (event.id) lastId = event.id
      tries = 0
      onEvent(event)
      if (isLast?.(event)) ended = true
    }
    if (!isLast) ended = true
  }
}

const open = (path: string, { method = 'GET', body, signal }: StreamOptions, lastId: string): Promise<Response> =>
  callApi(path, {
    method,
    signal,
    headers: {
      accept: 'text/event-stream',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(lastId && { 'last-event-id': lastId }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** Retrying is useless without a connection. */
const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine || signal.aborted) return resolve()
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve())
  })

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

async function* events(response: Response): AsyncGenerator<StreamEvent> {
  let waiting = ''
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      waiting += chunk
      const parts = waiting.split('\n\n')
      waiting = parts.pop()!
      for (const part of parts) {
        const event = parse(part)
        if (event) yield event
      }
    }
  } catch {
    // Connection lost: the caller requests the stream again from the last id.
  }
}

function parse(part: string): StreamEvent | undefined {
  const fields = new Map(
    part
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const),
  )
  const data = fields.get('data')
  return data === undefined
    ? undefined
    : { id: fields.get('id') ?? '', event: fields.get('event') ?? 'message', data: JSON.parse(data) }
}
