// Decides who in this process may write to a workspace next. Writers run side by side, and the database puts their changes in
// order; a SPARQL update runs alone, because any other change makes it start over. While updates keep coming, half of the waiting
// writers are let in at a time: an update finds few ahead of it, and writers get at least as much time as it took. The limits below
// bound every wait. This only affects speed: whether a change is still valid is checked at its commit (docs/adr/0054).
import { AppError } from '@veritrace/platform/errors'
import type { Place } from './leases.ts'

export interface Gates {
  /** A writer's work, which waits while an update has its turn. */
  pass<T>(place: Place, work: () => Promise<T>): Promise<T>
  /** An update's. Its turn ends with it, or earlier: when it calls `open`, because nobody can overtake it any more, or in time. */
  turn<T>(place: Place, work: (open: () => void) => Promise<T>, patience?: Patience): Promise<T>
  /** Whether an update has its turn, waits for it or had it just now. */
  isTaken(place: Place): boolean
}

interface Patience {
  waitMs?: number
  signal?: AbortSignal | undefined
}

/** Longest turn of an update. */
export const TURN_MS = 2_000
/** Longest wait of an update for writers that are at work; after that it begins beside them. */
const DRAIN_MS = 1_000
/** So long after an update the next one is expected. */
const HALVES_MS = 250
const LOOK_AGAIN_MS = 20
const WAIT_MS = 30_000

interface Line {
  writers: (() => void)[]
  /** Writers at work. */
  inside: number
  updates: { begin(): void; since?: number }[]
  turn?: { began: number; isOpen: boolean }
  /** Since the last turn none of the writers that waited has gone in. */
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
  // Who waited until now has waited for this turn too.
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
    'Others are changing the graph, and no turn came in time; try again.',
    {},
    { 'retry-after': '1' },
  )
