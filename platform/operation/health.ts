// Determines whether this process can work. Each check is limited to two seconds.
import { performance } from 'node:perf_hooks'
import type { Log } from '../log.ts'

export interface Check {
  name: string
  /** Throws if the dependency cannot be used. */
  check: () => Promise<void>
  /** If it fails, the process still serves requests, but not all of them. */
  optional?: true
  /** How often it runs when no one waits for the result. Default: every second. */
  everyMs?: number
  /** Time limit. Default: two seconds. */
  limitMs?: number
}
export type CheckStatus = 'ok' | 'failed' | 'timeout'
export interface Found {
  status: CheckStatus
  latency_ms: number
}
export interface Readiness {
  status: 'ok' | 'degraded' | 'down'
  checks: Record<string, Found>
}

const LIMIT_MS = 2_000

/**
 * Returns a function that runs the checks. Simultaneous callers share one result, and a hanging check is not started
 * again before it has ended, so that checking does not make things worse.
 */
export function openReadiness(checks: readonly Check[], log: Log, limitMs = LIMIT_MS): () => Promise<Readiness> {
  const ask = openAsking(log, limitMs)
  let running: Promise<Readiness> | undefined
  const run = async (): Promise<Readiness> => {
    const found = await Promise.all(checks.map(ask))
    return summaryOf(checks, (_check, index) => found[index]!)
  }
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Runs one check. Only changes of its status are logged. */
export function openAsking(log: Log, limitMs = LIMIT_MS): (check: Check) => Promise<Found> {
  const hanging = new Map<string, Promise<unknown>>()
  const bad = new Set<string>()

  const start = ({ name, check }: Check): Promise<unknown> => {
    const outcome = Promise.resolve()
      .then(check)
      .finally(() => hanging.delete(name))
    // If the caller has given up waiting, no one else handles this rejection.
    outcome.catch(() => {})
    hanging.set(name, outcome)
    return outcome
  }
  const tell = (name: string, status: CheckStatus, err?: unknown): void => {
    if (status === 'ok' ? !bad.delete(name) : bad.has(name)) return
    if (status !== 'ok') bad.add(name)
    if (status === 'ok') log.info({ check: name }, 'a readiness check passes again')
    else log.warn({ ...(err !== undefined && { err }), check: name, status }, 'a readiness check failed')
  }
  return async (check) => {
    const began = performance.now()
    const { status, error } = await within(check.limitMs ?? limitMs, hanging.get(check.name) ?? start(check))
    tell(check.name, status, error)
    return { status, latency_ms: Math.round(performance.now() - began) }
  }
}

export function summaryOf(
  checks: readonly Check[],
  foundOf: (check: Check, index: number) => Found | undefined,
): Readiness {
  const results = checks.flatMap((check, index) => {
    const found = foundOf(check, index)
    return found ? [{ ...check, found }] : []
  })
  const bad = results.filter(({ found }) => found.status !== 'ok')
  const down = bad.some(({ optional }) => !optional)
  return {
    status: down ? 'down' : bad.length > 0 ? 'degraded' : 'ok',
    checks: Object.fromEntries(results.map(({ name, found }) => [name, found])),
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<{ status: CheckStatus; error?: unknown }> {
  const { promise, resolve } = Promise.withResolvers<{ status: CheckStatus }>()
  const timer = setTimeout(() => resolve({ status: 'timeout' }), limitMs)
  const outcome = work.then(
    () => ({ status: 'ok' as const }),
    (error: unknown) => ({ status: 'failed' as const, error }),
  )
  try {
    return await Promise.race([outcome, promise])
  } finally {
    clearTimeout(timer)
  }
}
