// Whether this process can do its work: each part is asked, none of them for longer than two seconds.
import { performance } from 'node:perf_hooks'
import type { Log } from '../log.ts'

export interface Check {
  name: string
  /** Throws when the part cannot be used. */
  check: () => Promise<void>
  /** Without this part the process still serves, only not everything. */
  optional?: true
}
export type CheckStatus = 'ok' | 'failed' | 'timeout'
export interface Readiness {
  status: 'ok' | 'degraded' | 'down'
  checks: Record<string, { status: CheckStatus; latency_ms: number }>
}

const LIMIT_MS = 2_000

/**
 * Returns the question itself. Many who ask at once share one answer, and a check that hangs is not started again
 * before it has ended: asking must not add to what is wrong.
 */
export function openReadiness(checks: readonly Check[], log: Log, limitMs = LIMIT_MS): () => Promise<Readiness> {
  const hanging = new Map<string, Promise<CheckStatus>>()
  let running: Promise<Readiness> | undefined

  const start = ({ name, check }: Check): Promise<CheckStatus> => {
    const outcome = Promise.resolve()
      .then(check)
      .then(
        (): CheckStatus => 'ok',
        (error: unknown): CheckStatus => {
          log.warn({ err: error, check: name }, 'a readiness check failed')
          return 'failed'
        },
      )
      .finally(() => hanging.delete(name))
    hanging.set(name, outcome)
    return outcome
  }
  const runOne = async (check: Check) => {
    const began = performance.now()
    const status = await within(limitMs, hanging.get(check.name) ?? start(check))
    return { ...check, status, latency_ms: Math.round(performance.now() - began) }
  }
  const run = async (): Promise<Readiness> => {
    const results = await Promise.all(checks.map(runOne))
    const bad = results.filter(({ status }) => status !== 'ok')
    const down = bad.some(({ optional }) => !optional)
    return {
      status: down ? 'down' : bad.length > 0 ? 'degraded' : 'ok',
      checks: Object.fromEntries(results.map(({ name, status, latency_ms }) => [name, { status, latency_ms }])),
    }
  }
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

async function within(limitMs: number, outcome: Promise<CheckStatus>): Promise<CheckStatus> {
  const { promise, resolve } = Promise.withResolvers<CheckStatus>()
  const timer = setTimeout(() => resolve('timeout'), limitMs)
  try {
    return await Promise.race([outcome, promise])
  } finally {
    clearTimeout(timer)
  }
}
