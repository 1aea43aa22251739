// An external SPARQL 1.1 server over HTTP (SPARQL 1.1 Protocol). The operator configures its address, so it may be
// private.

import { newId } from '@veritrace/platform/ids'
import { openPulse } from '@veritrace/platform/pulse'
import { EngineError } from '../engine.ts'
import { answerChallenge, type Challenge, readChallenge } from './digest.ts'
import type { ServerTerm } from './names.ts'

export interface ServerAddress {
  url: string
  /** URL for updates, if different. */
  updateUrl?: string | undefined
  user?: string | undefined
  password?: string | undefined
}

export interface Ask {
  accept: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export interface Server {
  /** The body of the answer, as a stream. */
  query(text: string, ask: Ask): Promise<AsyncIterable<Uint8Array>>
  /** For small answers. */
  rows(text: string): Promise<Record<string, ServerTerm>[]>
  /** Runs an update that may be sent twice without harm. */
  update(text: string): Promise<void>
  /** Starts periodic health checks; while the server does not answer, calls fail immediately. */
  watch(): void
  /** The error if the server is known to be unreachable. */
  away(): Error | undefined
  close(): void
}

interface Watched extends Ask {
  /** Aborts when the server is known to be unreachable. */
  here?: AbortSignal
  isSilent?(): boolean
}

/** The server was reached but rejected the request. */
export class Refused extends Error {}

export const ROWS = 'application/sparql-results+json'
/** For bookkeeping and writes, which are small. */
const STEP_MS = 60_000
/** The server may be busy for some seconds, such as with a checkpoint. */
const SILENT_MS = 6_000
/** A timeout is the query's own fault, unless the server has not answered anyone for this long. */
const QUIET_MS = 1_500

export function openServer({ url, updateUrl = url, user = '', password }: ServerAddress): Server {
  /** The authentication scheme that the server asked for. The password is never sent before. */
  let scheme: Challenge | 'basic' | undefined
  let count = 0

  function authorization(to: string): Record<string, string> {
    if (password === undefined || !scheme) return {}
    if (scheme === 'basic') return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
    const { pathname, search } = new URL(to)
    count += 1
    const call = { user, password, method: 'POST', path: pathname + search, count, cnonce: newId('c') }
    return { authorization: answerChallenge(scheme, call) }
  }

  /** Whether to try again with the scheme that the server asked for. */
  function wasChallenged({ status, headers }: Response): boolean {
    if (password === undefined || (status !== 401 && status !== 403)) return false
    const challenge = readChallenge(headers.get('www-authenticate'))
    if (!challenge && scheme) return false
    scheme = challenge ?? 'basic'
    count = 0
    return true
  }

  async function post(
    to: string,
    form: Record<string, string>,
    { accept, timeoutMs, signal, here }: Watched,
  ): Promise<Response> {
    const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : []), ...(here ? [here] : [])]
    const send = () =>
      fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept, ...authorization(to) },
        body: new URLSearchParams(form),
        redirect: 'error',
        signal: AbortSignal.any(signals),
      })
    const response = await send().catch((error) => (wasClosed(error) ? send() : Promise.reject(error)))
    if (!wasChallenged(response)) return response
    await response.body?.cancel()
    return send()
  }

  async function call(to: string, form: Record<string, string>, ask: Watched): Promise<Response> {
    try {
      ask.here?.throwIfAborted()
      const response = await post(to, form, ask)
      if (!response.ok) throw await failureOf(response)
      if (isPartial(response)) throw tooSlow(ask)
      refuseCut(response)
      return response
    } catch (error) {
      throw inOurWords(error, ask)
    }
  }

  const pulse = openPulse({
    ask: async (here) => {
      const response = await call(url, { query: 'ASK {}' }, { accept: ROWS, timeoutMs: STEP_MS, here })
      await response.body?.cancel()
    },
    gone: noAnswer,
    silentMs: SILENT_MS,
  })
  const watched = (ask: Ask): Watched => ({
    ...ask,
    here: pulse.whileHere(),
    isSilent: () => pulse.away() !== undefined || pulse.silence() >= QUIET_MS,
  })

  return {
    watch: pulse.start,
    away: pulse.away,
    close: pulse.stop,
    async query(text, asked) {
      const ask = watched(asked)
      // `timeout` is not part of the protocol; servers that do not know it ignore it. We stop waiting in any case.
      const { body } = await call(url, { query: text, timeout: String(ask.timeoutMs) }, ask)
      return pieces(body, ask)
    },
    async rows(text) {
      const response = await call(url, { query: text }, watched({ accept: ROWS, timeoutMs: STEP_MS }))
      const { results } = (await response.json()) as { results: { bindings: Record<string, ServerTerm>[] } }
      return results.bindings
    },
    async update(text) {
      const response = await call(updateUrl, { update: text }, watched({ accept: '*/*', timeoutMs: STEP_MS }))
      await response.body?.cancel()
    },
  }
}

async function* pieces(body: Response['body'], ask: Watched): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body
  } catch (error) {
    throw inOurWords(error, ask)
  }
}

/** Virtuoso answers 200 with the rows that it found in time, and marks them as partial in a header. */
const isPartial = ({ headers }: Response): boolean => headers.get('x-sql-state') === 'S1TAT'

/** Virtuoso also cuts off rows over its own limit. */
function refuseCut({ headers }: Response): void {
  const most = headers.get('x-sparql-maxrows')
  if (most !== null) throw new EngineError('too_large', `The SPARQL server returns at most ${most} rows.`)
}

const noAnswer = (cause: unknown) => new EngineError('unavailable', 'The SPARQL server does not answer.', { cause })

const tooSlow = ({ timeoutMs }: Ask) => new EngineError('timeout', `The request took longer than ${timeoutMs} ms.`)

async function failureOf(response: Response): Promise<Error> {
  const { status } = response
  const said = (await response.text().catch(() => '')).slice(0, 500)
  if ([401, 403, 404, 407, 429, 502, 503, 504].includes(status)) return noAnswer(new Error(`${status} ${said}`))
  return new Refused(`${status} ${said}`)
}

/** The server may close an idle connection just as we use it again. */
const wasClosed = (error: unknown): boolean =>
  error instanceof TypeError && /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(codeOf(error))

const codeOf = ({ cause }: Error): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '')

function inOurWords(error: unknown, ask: Watched): unknown {
  if (error instanceof EngineError || error instanceof Refused) return error
  // A caller that gave up expects its own abort reason.
  if (ask.signal?.aborted) return ask.signal.reason
  if (ask.here?.aborted) return ask.here.reason
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return ask.isSilent?.() ? noAnswer(error) : tooSlow(ask)
  return new EngineError('unavailable', 'The SPARQL server cannot be reached.', { cause: error })
}
