// Readiness for frequent probes: each check runs in the background at its own pace, and a probe reads the last result.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { type Check, type Found, openAsking, type Readiness, summaryOf } from './health.ts'

export interface Watch {
  /** The last results. The first caller waits for the required checks, and a moment for the others. */
  read(): Promise<Readiness>
  stop(): void
}

const EVERY_MS = 1_000
const FIRST_MS = 1_000

export function watchReadiness(checks: readonly Check[], log: Log, limitMs?: number): Watch {
  const ask = openAsking(log, limitMs)
  const found = new Map<string, Found>()
  const timers = new Map<string, NodeJS.Timeout>()
  let stopped = false
  let first: Promise<unknown> | undefined

  const look = async (check: Check): Promise<void> => {
    found.set(check.name, await ask(check))
    if (stopped) return
    const timer = setTimeout(look, check.everyMs ?? EVERY_MS, check)
    timer.unref()
    timers.set(check.name, timer)
  }
  const begin = async (): Promise<void> => {
    const looks = checks.map((check) => ({ check, done: look(check) }))
    const needed = looks.filter(({ check }) => !check.optional)
    await Promise.all(needed.map(({ done }) => done))
    const moment = sleep(FIRST_MS, undefined, { ref: false })
    await Promise.race([moment, Promise.all(looks.map(({ done }) => done))])
  }
  return {
    async read() {
      first ??= begin()
      await first
      return summaryOf(checks, ({ name }) => found.get(name))
    },
    stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
