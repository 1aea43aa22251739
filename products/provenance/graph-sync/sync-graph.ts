// Sends queued changes to the graph, in order for each vendor, with retries until they are accepted or given up.
import { createHash } from 'node:crypto'
import { type Held, underLease } from '@veritrace/platform/leases/under-lease'
import { asGraphFailure, type GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import { isExpected, nextStep } from '@veritrace/platform/outside/graph/rules'
import type { Provenance } from '../deps.ts'
import { asOfToday, type Change, factsToday, type Today } from './facts.ts'
import type { GraphClient } from './graph-client.ts'
import { loadChange } from './load-change.ts'
import { SYNC_GRAPH } from './queue-statements.ts'
import { findVendor, listClaims, listCurrentClaims } from './reading-store.ts'
import { aboutVendor, type Named } from './statements.ts'
import { type DueRow, markDelivered, markFailed, release, renew, secondsUntilFree, takeDue } from './store.ts'
import { iriOf } from './vocabulary.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'log' | 'jobs'>

/** A run ends before the queue's timeout. The next run continues. */
const RUN_MS = 45_000
/** After this many consecutive transient failures, the remaining rows are left for later. */
const ENOUGH_FAILURES = 3

export async function syncGraph(deps: Deps, graph: GraphClient, signal?: AbortSignal): Promise<void> {
  const end = deps.clock.now().getTime() + RUN_MS
  let failures = 0
  while (failures < ENOUGH_FAILURES && !signal?.aborted) {
    const now = deps.clock.now()
    if (now.getTime() > end) return
    const leased = {
      take: (holder: string) => takeDue(deps.db, now, holder),
      renew: ({ id }: DueRow, holder: string) => renew(deps.db, { id, holder }),
    }
    const sent = await underLease(
      leased,
      async (row, held) => ({ failure: await sendRow(deps, graph, row, held, signal) }),
      signal,
    )
    if (!sent) return rescheduleWhenFree(deps)
    failures = sent.failure && sent.failure.refusal !== 'refused' ? failures + 1 : 0
  }
}

/** A crashed worker may hold the lease. Schedule a run for its end instead of waiting for the next minute. */
async function rescheduleWhenFree({ db, jobs, clock }: Deps): Promise<void> {
  const seconds = await secondsUntilFree(db)
  if (seconds === undefined) return
  const startAfter = new Date(clock.now().getTime() + seconds * 1000)
  await jobs.add(db, SYNC_GRAPH, {}, { key: `${SYNC_GRAPH} when free`, startAfter })
}

/** Returns the failure, which is stored in the row, or undefined if the row was sent. */
async function sendRow(
  deps: Deps,
  graph: GraphClient,
  row: DueRow,
  held: Held & { holder: string },
  stopping: AbortSignal | undefined,
): Promise<GraphFailure | undefined> {
  const own = { id: row.id, holder: held.holder }
  let change: Change | undefined
  try {
    const vendor = await findVendor(deps.db, row.vendor_id)
    change = await loadChange(deps.db, row, vendor)
    const { assert, retract } = asOfToday(row.vendor_id, change, await loadToday(deps, row, vendor))
    if (change.assert.length > 0) await graph.assert(assert, held)
    await graph.retract(retract, held)
    if (row.was && !vendor) await graph.forget(iriOf('vendor', row.vendor_id), held)
    await markDelivered(deps.db, own, deps.clock.now())
    return undefined
  } catch (error) {
    if (held.signal.aborted) {
      // The process stops or the lease is lost. This is not a failure of the row.
      if (stopping?.aborted) await release(deps.db, own)
      else deps.log.warn({ row: row.id }, 'lost the lease on a change for the graph; another worker sends it')
      return undefined
    }
    const failure = asGraphFailure(error)
    await storeFailure(deps, row, own, change, failure)
    return failure
  }
}

async function loadToday({ db }: Deps, row: DueRow, vendor: (Named & { id: string }) | undefined): Promise<Today> {
  if (!vendor) return { facts: [], about: [], vendor: [] }
  const moved = await listClaims(db, [...row.added, ...row.ended])
  const current = await listCurrentClaims(db, vendor.id)
  return { ...factsToday(vendor.id, current, moved), vendor: aboutVendor(vendor.id, vendor) }
}

async function storeFailure(
  { db, clock, log }: Deps,
  row: DueRow,
  own: { id: string; holder: string },
  change: Change | undefined,
  failure: GraphFailure,
): Promise<void> {
  const attempts = row.attempts + 1
  const step = nextStep(failure.refusal, attempts, failure.retryAfter, chanceOf(row.id, attempts))
  const { status, wait, returns } = step
  const next_attempt_at = new Date(clock.now().getTime() + wait * 1000)
  await markFailed(db, own, {
    ...{ status, attempts, last_error: failure.message, next_attempt_at, returns_at: returns ? next_attempt_at : null },
    // A part may have been accepted, so a retry must send the same statements.
    ...(change && change !== row && { said: change }),
  })
  const level = isExpected(step, attempts) ? 'info' : 'warn'
  log[level]({ row: row.id, status, attempts, reason: failure.message }, 'a change could not be sent to the graph')
}

/** A pseudo-random number that is the same every time, so that retries of rows are spread. */
const chanceOf = (id: string, attempt: number): number =>
  createHash('sha256').update(`${id} ${attempt}`).digest().readUInt32BE() / 2 ** 32
