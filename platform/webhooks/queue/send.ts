// Makes one attempt to send one message. Every failure becomes a result; nothing is thrown.
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { OutsideError, type SafeFetch } from '../../outside/safe-fetch.ts'
import { type Outcome, retryAfterMs } from '../schedule.ts'
import { sign } from '../sign.ts'
import type { Claimed } from './claim.ts'

export interface Sent extends Outcome {
  claimed: Claimed
  durationMs: number
  error: string | null
  snippet: string | null
}

export interface SendDeps {
  safeFetch: SafeFetch
  clock: Clock
  log: Log
  /** For one attempt, from the first packet to the last byte of the response. */
  timeoutMs: number
}

const MAX_ANSWER_BYTES = 64 * 1024
const MAX_SNIPPET_BYTES = 4 * 1024

export async function send(deps: SendDeps, claimed: Claimed, signal: AbortSignal): Promise<Sent> {
  const started = performance.now()
  const done = (result: Partial<Sent>): Sent => ({
    claimed,
    at: deps.clock.now(),
    ok: false,
    statusCode: null,
    timedOut: false,
    retryAfterMs: null,
    error: null,
    snippet: null,
    durationMs: Math.round(performance.now() - started),
    ...result,
  })
  try {
    const answer = await deps.safeFetch(claimed.endpoint.url, {
      method: 'POST',
      headers: headersOf(claimed, deps.clock.now()),
      body: claimed.body,
      redirects: 0,
      timeoutMs: deps.timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    })
    const told = verdictOn(answer.status)
    return done({
      ...told,
      retryAfterMs: told.ok ? null : retryAfterMs(String(answer.headers['retry-after'] ?? ''), deps.clock.now()),
      snippet: snippetOf(answer.body),
    })
  } catch (error) {
    if (!(error instanceof OutsideError)) {
      deps.log.error({ err: error, delivery: claimed.id }, 'a webhook message could not be sent')
      return done({ error: 'internal: The message could not be sent.' })
    }
    // The status shows whether the message was accepted; the rest of the response does not matter.
    if (error.kind === 'too_large' && error.status) return done(verdictOn(error.status))
    return done({
      statusCode: error.status ?? null,
      timedOut: error.kind === 'timeout',
      error: `${error.kind}: ${error.message}`,
    })
  }
}

function verdictOn(status: number): Pick<Sent, 'ok' | 'statusCode' | 'error'> {
  const ok = status >= 200 && status < 300
  const error = status < 400 ? 'Redirects are not followed.' : `The endpoint answered with ${status}.`
  return { ok, statusCode: status, error: ok ? null : error }
}

/**
 * A new signature each time, because receivers reject old timestamps. The previous secret also signs while it is valid.
 */
function headersOf({ id, body, endpoint }: Claimed, now: Date): Record<string, string> {
  const { previous_secret: previous, previous_secret_expires_at: until } = endpoint
  const secrets = previous && until && until > now ? [endpoint.secret, previous] : [endpoint.secret]
  return {
    'user-agent': 'Veritrace-Webhooks/1.0',
    ...Object.fromEntries(Object.entries(endpoint.custom_headers).map(([name, value]) => [name.toLowerCase(), value])),
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...sign(secrets, id, now, body),
  }
}

/** Makes text that PostgreSQL accepts: no NUL, no unpaired surrogates. */
function snippetOf(body: Buffer): string | null {
  const text = body.subarray(0, MAX_SNIPPET_BYTES).toString('utf8').replaceAll('\0', '�')
  return text === '' ? null : text
}
