// Whether something we depend on still answers: it is asked again and again, apart from the work that needs it. What hangs
// keeps its connections open and says nothing, so without this each call would wait for its own time limit.

export interface Pulse {
  start(): void
  /** Why it is away; undefined while it answers, and before anybody asked. */
  away(): Error | undefined
  /** Milliseconds that the last question has been waiting for its answer. */
  silence(): number
  /** Called with the reason when it goes away, for work that waits; the returned function forgets the caller. */
  onAway(tell: (reason: Error) => void): () => void
  /** As `away` says it, for what takes a signal: aborted with the reason. */
  whileHere(): AbortSignal
  stop(): void
}

export interface PulseOptions {
  /** Throws when there is no answer. Must end with the signal. */
  ask(signal: AbortSignal): Promise<unknown>
  /** The error of work that fails because of it. */
  gone(cause: unknown): Error
  /** From one answer to the next question. */
  everyMs?: number
  /** So long without an answer is as good as none. */
  silentMs?: number
}

const EVERY_MS = 1_000
const SILENT_MS = 4_000
/**
 * Time is counted in ticks and not by the clock: a thread that stood still for long has seen one tick, and answers that came
 * meanwhile are read before the next.
 */
const TICK_MS = 250
/** One failure may be a connection that was just closed. */
const FAILURES = 2

export function openPulse({ ask, gone, everyMs = EVERY_MS, silentMs = SILENT_MS }: PulseOptions): Pulse {
  const waiting = new Set<(reason: Error) => void>()
  let timer: NodeJS.Timeout | undefined
  let asking: AbortController | undefined
  /** Since the question, or since its answer. */
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
    // Silence for so long is no accident.
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
    onAway(tell) {
      waiting.add(tell)
      return () => void waiting.delete(tell)
    },
    whileHere: () => here.signal,
    stop() {
      clearInterval(timer)
      asking?.abort(new Error('stopped'))
      asking = undefined
    },
  }
}
