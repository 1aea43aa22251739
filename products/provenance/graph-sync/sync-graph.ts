// Says to the graph what waits to be said: in order for each vendor, and again until it is taken or clearly never will be.
import { createHash } from 'node:crypto'
import { asGraphFailure, type GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import { nextStep } from '@veritrace/platform/outside/graph/rules'
import type { Provenance } from '../deps.ts'
import { asOfToday, type Change, factsOf } from './facts.ts'
import type { GraphClient } from './graph-client.ts'
import { loadChange } from './load-change.ts'
import { findVendor, listStandingClaims } from './reading-store.ts'
import { aboutVendor } from './statements.ts'
import { type DueRow, markDelivered, markFailed, release, takeDue } from './store.ts'
import { iriOf } from './vocabulary.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'log'>

/** How long a row may be on its way; then another worker may have it. */
const LEASE_MS = 240_000
const ROW_MS = LEASE_MS - 30_000
/** A run ends before the queue ends it; the next one goes on. */
const RUN_MS = 45_000
/** After so many rows in a row that failed for no reason of their own the rest is left for later. */
const ENOUGH_FAILURES = 3

export async function syncGraph(deps: Deps, graph: GraphClient, signal?: AbortSignal): Promise<void> {
  const end = deps.clock.now().getTime() + RUN_MS
  let failures = 0
  while (failures < ENOUGH_FAILURES && !signal?.aborted) {
    const now = deps.clock.now()
    if (now.getTime() > end) return
    const row = await takeDue(deps.db, now, new Date(now.getTime() + LEASE_MS))
    if (!row) return
    const failure = await sendRow(deps, graph, row, signal)
    failures = failure && failure.refusal !== 'refused' ? failures + 1 : 0
  }
}

/** What stood in the way, written down at the row; nothing where it was taken. */
async function sendRow(
  deps: Deps,
  graph: GraphClient,
  row: DueRow,
  signal: AbortSignal | undefined,
): Promise<GraphFailure | undefined> {
  let change: Change | undefined
  try {
    const vendor = await findVendor(deps.db, row.vendor_id)
    change = await loadChange(deps.db, row, vendor)
    const facts = vendor ? factsOf(vendor.id, await listStandingClaims(deps.db, vendor.id)) : []
    const { assert, retract } = asOfToday(row.vendor_id, change, {
      facts,
      vendor: vendor ? aboutVendor(vendor.id, vendor) : [],
    })
    const inTime = AbortSignal.any([AbortSignal.timeout(ROW_MS), ...(signal ? [signal] : [])])
    if (change.assert.length > 0) await graph.assert(assert, inTime)
    await graph.retract(retract, inTime)
    if (row.was && !vendor) await graph.forget(iriOf('vendor', row.vendor_id), inTime)
    await markDelivered(deps.db, row.id, deps.clock.now())
    return undefined
  } catch (error) {
    if (signal?.aborted) {
      // The process stops: that is no failure of the row.
      await release(deps.db, row.id)
      return undefined
    }
    const failure = asGraphFailure(error)
    await keepFailure(deps, row, change, failure)
    return failure
  }
}

async function keepFailure(
  { db, clock, log }: Deps,
  row: DueRow,
  change: Change | undefined,
  failure: GraphFailure,
): Promise<void> {
  const attempts = row.attempts + 1
  const { status, wait } = nextStep(failure.refusal, attempts, failure.retryAfter, chanceOf(row.id, attempts))
  const next_attempt_at = new Date(clock.now().getTime() + wait * 1000)
  await markFailed(db, row.id, {
    ...{ status, attempts, last_error: failure.message, next_attempt_at },
    // A part of it may have been taken: the next try must not describe the same claims otherwise.
    ...(change && change !== row && { said: change }),
  })
  log.warn({ row: row.id, status, attempts, reason: failure.message }, 'the graph did not take a change')
}

/** Spread like chance, the same each time: no two rows wait equally long. */
const chanceOf = (id: string, attempt: number): number =>
  createHash('sha256').update(`${id} ${attempt}`).digest().readUInt32BE() / 2 ** 32
