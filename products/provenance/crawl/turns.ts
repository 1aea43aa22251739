// Turns at a host: across all processes, one request at a time, with a pause between requests.
import { newRequestId } from '@veritrace/platform/ids'
import type { LeasedTable } from '@veritrace/platform/leases/leased-table'
import type { Provenance } from '../deps.ts'
import { Deferred } from './failure.ts'
import { findHost, leaveHost, takeHost } from './host-store.ts'
import { baseDelay, type HostResponse, nextPace } from './politeness.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'crawl'>

/** A request ends before this. A process that holds a turn longer has crashed. */
const LEASE_MS = 60_000

export const TURNS_AT_HOSTS: LeasedTable = {
  name: 'the turn of the crawler at a host',
  until: 'provenance.crawl_hosts.busy_until',
  seconds: LEASE_MS / 1000,
}

/** Interval for checking whether another process is done. */
const LOOK_AGAIN_MS = 250
/** If the turn comes later than this, the caller does other work first. */
const LONGEST_WAIT_MS = 120_000

/** Waits for the turn at the host, does the work, then sets the pause of the host. */
export async function inTurn<T>(
  deps: Deps,
  origin: string,
  { crawlDelay, signal }: { crawlDelay: number | null; signal?: AbortSignal | undefined },
  work: () => Promise<{ value: T; observed: HostResponse }>,
): Promise<T> {
  if (deps.crawl.delayMs === 0) return (await work()).value
  const by = newRequestId()
  const host = await waitForTurn(deps, origin, by, signal)
  let observed: HostResponse = { status: undefined, tookMs: 0 }
  try {
    const done = await work()
    observed = done.observed
    return done.value
  } finally {
    const now = deps.clock.now()
    const pace = nextPace(
      { delayMs: host.delay_ms, strikes: host.strikes },
      baseDelay(deps.crawl.delayMs, crawlDelay),
      observed,
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
      throw new Deferred('The host must not be contacted yet.', host?.next_allowed_at ?? now)
    await crawl.wait(Math.max(pause, LOOK_AGAIN_MS), signal)
  }
}
