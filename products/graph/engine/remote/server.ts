// An external SPARQL 1.1 server over HTTP (SPARQL 1.1 Protocol). Its address is the operator's choice, so it may be a
// private one.

import { openPulse } from '@veritrace/platform/db/pulse'
import { newId } from '@veritrace/platform/ids'
import { EngineError } from '../engine.ts'
import { answerChallenge, type Challenge, readChallenge } from './digest.ts'
import type { ServerTerm } from './names.ts'

export interface ServerAddress {
  url: string
  /** Where updates go, if elsewhere. */
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
  /** The body of the answer, as it comes. */
  query(text: string, ask: Ask): Promise<AsyncIterable<Uint8Array>>
  /** For answers that are known to be small. */
  rows(text: string): Promise<Record<string, ServerTerm>[]>
  /** An update that may be sent twice without harm. */
  update(text: string): Promise<void>
  /** From now on it is asked again and again whether it answers: when it does not, no call waits for it. */
  watch(): void
  /** Why it is known to be away. */
  away(): Error | undefined
  close(): void
}

interface Watched extends Ask {
  /** Ends when the server is known to be away. */
  here?: AbortSignal
  isSilent?(): boolean
}

/** The server was reached and does not do what it was asked. */
export class Refused extends Error {}

export const ROWS = 'application/sparql-results+json'
/** Of bookkeeping and of writes, which are small each. */
const STEP_MS = 60_000
/** It may be busy with itself for some seconds, as with a checkpoint. */
const SILENT_MS = 6_000
/** A query whose time is over is to blame for that, unless the server has not answered anybody meanwhile. */
const QUIET_MS = 1_500

export function openServer({ url, updateUrl = url, user = '', password }: ServerAddress): Server {
  /** How the server wants to be told who we are; the password is not shown before it asks. */
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

  /** Whether it is worth to ask again, in the way that the server wants. */
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
      // Not of the protocol; who does not know it ignores it. We stop waiting in any case.
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

/** Virtuoso answers 200 with the part of the rows that it found in time, and says so in a header. */
const isPartial = ({ headers }: Response): boolean => headers.get('x-sql-state') === 'S1TAT'

/** It does the same with rows past its own limit. */
function refuseCut({ headers }: Response): void {
  const most = headers.get('x-sparql-maxrows')
  if (most !== null) throw new EngineError('too_large', `The SPARQL server gives no more than ${most} rows.`)
}

const noAnswer = (cause: unknown) => new EngineError('unavailable', 'The SPARQL server does not answer.', { cause })

const tooSlow = ({ timeoutMs }: Ask) => new EngineError('timeout', `The request took longer than ${timeoutMs} ms.`)

async function failureOf(response: Response): Promise<Error> {
  const { status } = response
  const said = (await response.text().catch(() => '')).slice(0, 500)
  if ([401, 403, 404, 407, 429, 502, 503, 504].includes(status)) return noAnswer(new Error(`${status} ${said}`))
  return new Refused(`${status} ${said}`)
}

/** The server may close an idle connection just when we use it again. */
const wasClosed = (error: unknown): boolean =>
  error instanceof TypeError && /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(codeOf(error))

const codeOf = ({ cause }: Error): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '')

function inOurWords(error: unknown, ask: Watched): unknown {
  if (error instanceof EngineError || error instanceof Refused) return error
  // Who gave up wants to hear just that.
  if (ask.signal?.aborted) return ask.signal.reason
  if (ask.here?.aborted) return ask.here.reason
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return ask.isSilent?.() ? noAnswer(error) : tooSlow(ask)
  return new EngineError('unavailable', 'The SPARQL server cannot be reached.', { cause: error })
}
