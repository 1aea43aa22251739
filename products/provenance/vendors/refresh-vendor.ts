// Keeps what is derived of vendors current. Called after every change of their sources and claims, and once a day for
// what time alone moves.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { deriveVendor } from './derive/derive-vendor.ts'
import type { VendorFacts } from './derive/facts.ts'
import { transitionsOf } from './derive/transitions.ts'
import { insertEvents, keepDecision, listVendorIds, lockVendors, updateDerived } from './derived-store.ts'
import { listClaimFacts, listSources } from './facts-store.ts'

type Deps = Pick<Provenance, 'clock'>
type Tx = Provenance['db']
type Locked = Awaited<ReturnType<typeof lockVendors>>[number]

export const refreshVendor = (deps: Deps, tx: Tx, vendorId: string): Promise<void> =>
  refreshVendors(deps, tx, [vendorId])

/** Three reads for all of them, then two or three writes for each. */
export async function refreshVendors(deps: Deps, tx: Tx, vendorIds: readonly string[]): Promise<void> {
  const now = deps.clock.now()
  const vendors = await lockVendors(tx, vendorIds)
  const sources = Map.groupBy(await listSources(tx, vendorIds), ({ vendor_id }) => vendor_id)
  const claims = Map.groupBy(await listClaimFacts(tx, vendorIds), ({ vendor_id }) => vendor_id)
  for (const vendor of vendors) {
    const own = sources.get(vendor.id) ?? []
    const facts = {
      vendor,
      sources: own,
      claims: claims.get(vendor.id) ?? [],
      observations: own.reduce((sum, { observations }) => sum + observations, 0),
    }
    await writeDerived(tx, vendor, facts, now)
  }
}

async function writeDerived(tx: Tx, before: Locked, facts: VendorFacts, now: Date): Promise<void> {
  const derivation = deriveVendor(facts, now)
  const { columns, aiAct, decision } = derivation
  const known = before.decision_id === decision.id
  if (!known)
    await keepDecision(tx, { ...decision, items: JSON.stringify(decision.items), vendor_id: before.id, as_of: now })
  await updateDerived(tx, before.id, {
    ...columns,
    ai_act_note: aiAct.note,
    ai_act_duties: JSON.stringify(aiAct.duties),
    score_as_of: known ? before.score_as_of : now,
    derived_at: now,
  })
  const events = transitionsOf(before, derivation, facts, now).map((moved) => ({
    id: newId('evt'),
    vendor_id: before.id,
    event_type: moved.event_type,
    severity: moved.severity,
    cause: moved.cause,
    payload: JSON.stringify({ before: moved.before, after: moved.after, rule_version: decision.rules_version }),
    observed_at: now,
  }))
  if (events.length > 0) await insertEvents(tx, events)
}

const PAGE = 200
const AT_ONCE = 20
export const REFRESH_VENDORS = 'refresh-vendors'
export interface RefreshPage {
  after?: string
}

/** One page of the directory; the next one is a job of its own, so that a crash repeats little. */
export async function refreshPage(
  deps: Pick<Provenance, 'db' | 'clock' | 'jobs'>,
  { after = '' }: RefreshPage,
): Promise<void> {
  const ids = (await listVendorIds(deps.db, after, PAGE)).map(({ id }) => id)
  for (let i = 0; i < ids.length; i += AT_ONCE)
    await transact(deps.db, (tx) => refreshVendors(deps, tx, ids.slice(i, i + AT_ONCE)))
  const last = ids.at(-1)
  if (last && ids.length === PAGE) await deps.jobs.add(deps.db, REFRESH_VENDORS, { after: last })
}
