// Decides which request of this process may write to a workspace next. Writers run concurrently, and the database
// orders their changes; a SPARQL update runs alone, because any other change makes it start over. While updates keep
// arriving, half of the waiting writers are admitted at a time: an update waits for few of them, and writers get at
// least as much time as it took. The limits below cap every wait. This only affects speed: each commit checks whether
// its change is still valid (docs/adr/0054).
import { AppError } from '@veritrace/platform/errors'
import type { Place } from './leases.ts'

export interface Gates {
  /** Runs a writer's work. It waits while an update has its turn. */
  pass<T>(place: Place, work: () => Promise<T>): Promise<T>
  /**
   * Runs an update's work. Its turn ends with it, after TURN_MS, or when it calls `open` because it cannot be overtaken
   * anymore.
   */
  turn<T>(place: Place, work: (open: () => void) => Promise<T>, patience?: Patience): Promise<T>
  /** Whether an update has its turn, is waiting for it or had it a moment ago. */
  isTaken(place: Place): boolean
}

interface Patience {
  waitMs?: number
  signal?: AbortSignal | undefined
}

/** The longest turn of an update. */
export const TURN_MS = 2_000
/** The longest wait of an update for active writers; after that it starts alongside them. */
const DRAIN_MS = 1_000
/** How long after an update the next one is expected. */
const HALVES_MS = 250
const LOOK_AGAIN_MS = 20
const WAIT_MS = 30_000

interface Line {
  writers: (() => void)[]
  /** Number of active writers. */
  inside: number
  updates: { begin(): void; since?: number }[]
  turn?: { began: number; isOpen: boolean }
  /** True if writers are waiting and none was admitted since the last turn. */
  isOwed: boolean
  restUntil: number
  halvesUntil: number
  timer?: NodeJS.Timeout
}

export function openGates(): Gates {
  const lines = new Map<string, Line>()

  function lineOf(key: string): Line {
    const known = lines.get(key)
    if (known) return known
    const line: Line = { writers: [], inside: 0, updates: [], isOwed: false, restUntil: 0, halvesUntil: 0 }
    lines.set(key, line)
    return line
  }

  function step(key: string, line: Line): void {
    clearTimeout(line.timer)
    const now = performance.now()
    if (line.turn?.isOpen !== false) {
      if (isUpdateNext(line, now)) beginWhenAlone(line, now)
      else admitWriters(line, now)
    }
    const isIdle = line.inside + line.writers.length + line.updates.length === 0 && !line.turn
    if (isIdle && line.halvesUntil <= now) lines.delete(key)
    else if (isIdle) line.timer = setTimeout(() => step(key, line), HALVES_MS).unref()
    else if (line.writers.length + line.updates.length > 0)
      line.timer = setTimeout(() => step(key, line), LOOK_AGAIN_MS)
  }

  function open(key: string, line: Line, turn: Line['turn']): void {
    if (!turn || line.turn !== turn || turn.isOpen) return
    const now = performance.now()
    turn.isOpen = true
    line.isOwed = line.writers.length > 0
    line.restUntil = line.isOwed ? now + (now - turn.began) : now
    line.halvesUntil = now + HALVES_MS
    step(key, line)
  }

  return {
    isTaken(place) {
      const line = lines.get(keyOf(place))
      return line !== undefined && (line.updates.length > 0 || line.halvesUntil > performance.now())
    },
    async pass(place, work) {
      const key = keyOf(place)
      const line = lineOf(key)
      const { promise, resolve } = Promise.withResolvers<void>()
      line.writers.push(resolve)
      step(key, line)
      await promise
      try {
        return await work()
      } finally {
        line.inside -= 1
        step(key, line)
      }
    },
    async turn(place, work, patience) {
      const key = keyOf(place)
      const line = lineOf(key)
      await comeToTurn(line, () => step(key, line), patience)
      const { turn } = line
      const late = setTimeout(() => open(key, line, turn), TURN_MS)
      try {
        return await work(() => open(key, line, turn))
      } finally {
        clearTimeout(late)
        open(key, line, turn)
        delete line.turn
        line.halvesUntil = performance.now() + HALVES_MS
        step(key, line)
      }
    },
  }
}

const keyOf = ({ tenant, workspace }: Place): string => `${tenant} ${workspace}`

function isUpdateNext(line: Line, now: number): boolean {
  if (line.turn || line.updates.length === 0 || line.isOwed) return false
  return line.restUntil <= now || line.inside + line.writers.length === 0
}

function beginWhenAlone(line: Line, now: number): void {
  const next = line.updates[0]!
  next.since ??= now
  if (line.inside > 0 && now - next.since < DRAIN_MS) return
  line.updates.shift()
  // Writers admitted from now on have already waited for this turn, so its time includes the wait.
  line.turn = { began: next.since, isOpen: false }
  line.halvesUntil = Number.POSITIVE_INFINITY
  next.begin()
}

function admitWriters(line: Line, now: number): void {
  const isFree = line.updates.length === 0 && !line.turn && line.halvesUntil <= now
  if (!isFree && !line.isOwed && line.inside > 0) return
  const some = line.writers.splice(0, isFree ? line.writers.length : Math.ceil(line.writers.length / 2))
  line.isOwed = false
  line.inside += some.length
  for (const start of some) start()
}

async function comeToTurn(line: Line, step: () => void, { waitMs = WAIT_MS, signal }: Patience = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const update = { begin: resolve }
  const leave = (reason: unknown): void => {
    const index = line.updates.indexOf(update)
    if (index >= 0) line.updates.splice(index, 1)
    reject(reason)
    step()
  }
  const abort = (): void => leave(signal?.reason)
  const timer = setTimeout(() => leave(busy()), waitMs)
  signal?.addEventListener('abort', abort, { once: true })
  line.updates.push(update)
  if (signal?.aborted) abort()
  else step()
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const busy = (): AppError =>
  new AppError(
    'unavailable',
    'Other requests are changing the graph, and this update timed out in the queue. Try again.',
    {},
    { 'retry-after': '1' },
  ).whileBusy()
