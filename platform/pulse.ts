// Checks repeatedly whether a dependency still answers, independently of the work that needs it. A hanging dependency
// keeps its connections open without answering, so without this check each call would wait for its own timeout.

export interface Pulse {
  start(): void
  /** Why it is considered unavailable; undefined while it answers, and before the first check. */
  away(): Error | undefined
  /** Milliseconds since the last check, while it is unanswered. */
  silence(): number
  /** Calls the listener with the reason when it becomes unavailable. The returned function unsubscribes. */
  onAway(listener: (reason: Error) => void): () => void
  /** The same as a signal, which is aborted with the reason. */
  whileHere(): AbortSignal
  stop(): void
}

export interface PulseOptions {
  /** Throws if there is no answer. Must end when the signal is aborted. */
  ask(signal: AbortSignal): Promise<unknown>
  /** The error for work that fails because of it. */
  gone(cause: unknown): Error
  /** Delay between an answer and the next check. */
  everyMs?: number
  /** Time limit for an answer. */
  silentMs?: number
}

const EVERY_MS = 1_000
const SILENT_MS = 4_000
/**
 * Time is counted in ticks and not by the clock: a thread that was blocked for a long time has seen only one tick, and reads
 * answers that arrived in the meantime before the next one.
 */
const TICK_MS = 250
/** One failure may be a connection that was just closed. */
const FAILURES = 2

export function openPulse({ ask, gone, everyMs = EVERY_MS, silentMs = SILENT_MS }: PulseOptions): Pulse {
  const waiting = new Set<(reason: Error) => void>()
  let timer: NodeJS.Timeout | undefined
  let asking: AbortController | undefined
  /** Ticks since the question, or since its answer. */
  let ticks = 0
  let failures = 0
  let reason: Error | undefined
  let here = new AbortController()

  const failed = (cause: unknown): void => {
    failures += 1
    if (reason || failures < FAILURES) return
    reason = gone(cause)
    here.abort(reason)
    for (const tell of [...waiting]) tell(reason)
  }
  const answered = (): void => {
    failures = 0
    if (!reason) return
    reason = undefined
    here = new AbortController()
  }
  const begin = (): void => {
    const mine = new AbortController()
    asking = mine
    ticks = 0
    const settle = (then: () => void): void => {
      if (asking !== mine) return
      asking = undefined
      ticks = 0
      then()
    }
    Promise.resolve()
      .then(() => ask(mine.signal))
      .then(
        () => settle(answered),
        (error: unknown) => settle(() => failed(error)),
      )
  }
  const giveUp = (): void => {
    const silence = new Error(`no answer in ${silentMs / 1000} s`)
    asking?.abort(silence)
    asking = undefined
    // A timeout counts as an outage immediately.
    failures = FAILURES
    failed(silence)
  }
  const tick = (): void => {
    ticks += 1
    if (asking) {
      if (ticks * TICK_MS >= silentMs) giveUp()
    } else if (failures > 0 || ticks * TICK_MS >= everyMs) begin()
  }

  return {
    start() {
      if (timer) return
      timer = setInterval(tick, TICK_MS)
      timer.unref()
      begin()
    },
    away: () => reason,
    silence: () => (asking ? ticks * TICK_MS : 0),
    onAway(listener) {
      waiting.add(listener)
      return () => void waiting.delete(listener)
    },
    whileHere: () => here.signal,
    stop() {
      clearInterval(timer)
      asking?.abort(new Error('stopped'))
      asking = undefined
    },
  }
}
