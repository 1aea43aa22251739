// Updates the derived columns of vendors. Called after every change of their sources and claims, and once a day, because
// time alone changes some of them.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { applyExpiry, newlyExpired } from './derive/clock.ts'
import { deriveVendor } from './derive/derive-vendor.ts'
import type { ClaimFacts, VendorFacts } from './derive/facts.ts'
import { transitionsOf } from './derive/transitions.ts'
import { subjectOf } from './derive/vocabulary.ts'
import { insertEvents, listVendorIds, lockVendors, storeDecision, updateDerived } from './derived-store.ts'
import { listClaimFacts, listQuotes, listSources } from './facts-store.ts'

type Deps = Pick<Provenance, 'clock'>
type Tx = Provenance['db']
type Locked = Awaited<ReturnType<typeof lockVendors>>[number]

/** Why a vendor is refreshed. Only `change` creates visible events. */
export type Occasion = 'change' | 'first_reading' | 'extractor'

export const refreshVendor = (deps: Deps, tx: Tx, vendorId: string, occasion?: Occasion): Promise<void> =>
  refreshVendors(deps, tx, [vendorId], occasion)

/**
 * Three reads for all vendors, then two or three writes for each. Reading a page for the first time creates no events, and a
 * new extractor creates hidden ones: nothing has changed at the vendor.
 */
export async function refreshVendors(
  deps: Deps,
  tx: Tx,
  vendorIds: readonly string[],
  occasion: Occasion = 'change',
): Promise<void> {
  const now = deps.clock.now()
  const vendors = await lockVendors(tx, vendorIds)
  const sources = Map.groupBy(await listSources(tx, vendorIds), ({ vendor_id }) => vendor_id)
  const claims = Map.groupBy(await listClaimFacts(tx, vendorIds), ({ vendor_id }) => vendor_id)
  for (const vendor of vendors) {
    const own = sources.get(vendor.id) ?? []
    const facts = {
      vendor,
      sources: own,
      claims: applyExpiry(claims.get(vendor.id) ?? [], now),
      observations: own.reduce((sum, { observations }) => sum + observations, 0),
    }
    await writeDerived(tx, vendor, facts, now, occasion)
    if (vendor.derived_at) await recordExpiry(tx, claims.get(vendor.id) ?? [], vendor.derived_at, now)
  }
}

async function writeDerived(tx: Tx, before: Locked, facts: VendorFacts, now: Date, occasion: Occasion): Promise<void> {
  const derivation = deriveVendor(facts, now)
  const { columns, aiAct, decision } = derivation
  const known = before.decision_id === decision.id
  if (!known)
    await storeDecision(tx, { ...decision, items: JSON.stringify(decision.items), vendor_id: before.id, as_of: now })
  await updateDerived(tx, before.id, {
    ...columns,
    ai_act_note: aiAct.note,
    ai_act_duties: JSON.stringify(aiAct.duties),
    score_as_of: known ? before.score_as_of : now,
    derived_at: now,
  })
  // New rules may judge the same evidence differently. Nothing has changed at the vendor then either.
  const isCausedByUs =
    occasion === 'extractor' || (before.rules_version !== null && before.rules_version !== decision.rules_version)
  const events = transitionsOf(before, derivation, facts, now).map((moved) => ({
    id: newId('evt'),
    vendor_id: before.id,
    event_type: moved.event_type,
    severity: moved.severity,
    cause: isCausedByUs ? ('extractor' as const) : moved.cause,
    hidden: isCausedByUs,
    payload: JSON.stringify({ before: moved.before, after: moved.after, rule_version: decision.rules_version }),
    observed_at: now,
  }))
  if (events.length > 0 && occasion !== 'first_reading') await insertEvents(tx, events)
}

/** A certificate expires on the day it names, whatever the page still says. If it was first read later, there is no event. */
async function recordExpiry(tx: Tx, claims: readonly ClaimFacts[], since: Date, now: Date): Promise<void> {
  const ids = newlyExpired(claims, since, now).map(({ id }) => id)
  const quotes = ids.length > 0 ? (await listQuotes(tx, ids)).filter(({ valid_from }) => valid_from <= since) : []
  if (quotes.length === 0) return
  await insertEvents(
    tx,
    quotes.map((quote) => ({
      id: newId('evt'),
      vendor_id: quote.vendor_id,
      source_id: quote.source_id,
      event_type: 'certification.expired',
      severity: 'major' as const,
      cause: 'rule_date' as const,
      payload: JSON.stringify({
        schema: 'certification.expired/1',
        severity: 'major',
        before: { category: quote.category, predicate: quote.predicate, value: quote.value, state: quote.state },
        after: {
          category: quote.category,
          predicate: quote.predicate,
          value: `${subjectOf(quote.value)}:expired`,
          state: 'expired',
          expired_on: quote.details.expires_on,
        },
        snippet_before: quote.snippet,
        snippet_after: quote.snippet,
        snapshot_before: quote.snapshot_id,
        snapshot_after: quote.snapshot_id,
        rule_version: quote.rule_version,
        cause: 'rule_date',
      }),
      source_url: quote.url,
      content_hash: quote.sha256,
      observed_at: now,
    })),
  )
}

const PAGE = 200
const AT_ONCE = 20
export const REFRESH_VENDORS = 'refresh-vendors'
export interface RefreshPage {
  after?: string
}

/** Refreshes one page of the directory and adds a job for the next, so that a crash repeats little work. */
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
