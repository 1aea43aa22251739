// Taking turns: whatever the number of processes, a host hears from one of them at a time and not before its pause ends.
import { newRequestId } from '@veritrace/platform/ids'
import type { LeasedTable } from '@veritrace/platform/leases/leased-table'
import type { Provenance } from '../deps.ts'
import { Deferred } from './failure.ts'
import { findHost, leaveHost, takeHost } from './host-store.ts'
import { baseDelay, nextPace, type Told } from './politeness.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'crawl'>

/** A request ends before this; who holds a turn for longer has crashed. */
const LEASE_MS = 60_000

export const TURNS_AT_HOSTS: LeasedTable = {
  name: 'the turn of the crawler at a host',
  until: 'provenance.crawl_hosts.busy_until',
  seconds: LEASE_MS / 1000,
}

/** How often to look whether another process is done. */
const LOOK_AGAIN_MS = 250
/** Whose turn comes later than this does something else meanwhile. */
const LONGEST_WAIT_MS = 120_000

/** Does the work when it is this process's turn at the host, then leaves the host alone for as long as it deserves. */
export async function inTurn<T>(
  deps: Deps,
  origin: string,
  { crawlDelay, signal }: { crawlDelay: number | null; signal?: AbortSignal | undefined },
  work: () => Promise<{ value: T; told: Told }>,
): Promise<T> {
  if (deps.crawl.delayMs === 0) return (await work()).value
  const by = newRequestId()
  const host = await waitForTurn(deps, origin, by, signal)
  let told: Told = { status: undefined, tookMs: 0 }
  try {
    const done = await work()
    told = done.told
    return done.value
  } finally {
    const now = deps.clock.now()
    const pace = nextPace(
      { delayMs: host.delay_ms, strikes: host.strikes },
      baseDelay(deps.crawl.delayMs, crawlDelay),
      told,
    )
    await leaveHost(
      deps.db,
      { origin, by },
      {
        delay_ms: pace.delayMs,
        strikes: pace.strikes,
        next_allowed_at: new Date(now.getTime() + pace.pauseMs),
        busy_until: now,
      },
    )
  }
}

async function waitForTurn(deps: Deps, origin: string, by: string, signal: AbortSignal | undefined) {
  const { db, clock, crawl } = deps
  const began = clock.now().getTime()
  for (;;) {
    signal?.throwIfAborted()
    const now = clock.now()
    const taken = await takeHost(db, { origin, by, now, until: new Date(now.getTime() + LEASE_MS) })
    if (taken) return taken
    const host = await findHost(db, origin)
    const pause = (host?.next_allowed_at.getTime() ?? 0) - now.getTime()
    const waited = now.getTime() - began
    if (waited + Math.max(pause, 0) > LONGEST_WAIT_MS)
      throw new Deferred('The host is not to be asked again yet.', host?.next_allowed_at ?? now)
    await crawl.wait(Math.max(pause, LOOK_AGAIN_MS), signal)
  }
}
