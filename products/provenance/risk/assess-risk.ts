// Assesses the risk of a customer's trust center from its pinned vendors.
import type { TrustCenterRisk } from '@veritrace/contract/provenance/risk'
import type { Caller } from '@veritrace/platform/caller'
import type { Provenance } from '../deps.ts'
import { contradictions } from '../vendors/derive/contradictions.ts'
import { listClaimFacts } from '../vendors/facts-store.ts'
import { countAround, listEnding, listPinFacts, listShared, type PinFacts } from './store.ts'
import { countPinned, decisionOf, driversOf, unknownsOf, weigh } from './weigh-risk.ts'

const DAY = 24 * 3_600_000
const SOON = 90 * DAY
const LATELY = 30 * DAY
/** Limit of vendors whose claims are loaded to find contradictions. */
const MOST_DISPUTES = 50

export async function assessRisk(deps: Pick<Provenance, 'db' | 'clock'>, { tenant }: Caller): Promise<TrustCenterRisk> {
  const { db, clock } = deps
  const now = clock.now()
  const today = dayOf(now)
  const [pins, ending, concentration, around] = await Promise.all([
    listPinFacts(db, tenant),
    listEnding(db, tenant, dayOf(new Date(now.getTime() + SOON))),
    listShared(db, tenant),
    countAround(db, tenant, new Date(now.getTime() - LATELY)),
  ])
  const expired = ending.filter(({ valid_until }) => valid_until < today)
  return {
    as_of: now.toISOString(),
    ...weigh(pins),
    decision_id: decisionOf(pins),
    pinned: countPinned(pins),
    drivers: driversOf(pins, expired, await disputes(deps, pins), now),
    concentration,
    expiring: ending
      .filter(({ valid_until }) => valid_until >= today)
      .map(({ claim_id, ...certificate }) => certificate),
    open_requests: around.requests,
    changes_30d: around.changes,
    unknowns: unknownsOf(pins),
  }
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

async function disputes({ db }: Pick<Provenance, 'db'>, pins: readonly PinFacts[]): Promise<Map<string, string[]>> {
  const vendors = pins.filter(({ contradicts }) => contradicts).map(({ vendor_id }) => vendor_id)
  if (vendors.length === 0) return new Map()
  const claims = Map.groupBy(await listClaimFacts(db, vendors.slice(0, MOST_DISPUTES)), ({ vendor_id }) => vendor_id)
  return new Map([...claims].map(([vendor, own]) => [vendor, contradictions(own).map(({ id }) => id)]))
}
