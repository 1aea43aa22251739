// What alert rules would have told in the last 12 months, so that they can be set before they are needed.
import type { AlertRule, Backtest } from '@veritrace/contract/provenance/pins'
import { notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Provenance } from '../deps.ts'
import { viewEvent } from '../vendors/view.ts'
import { listHistory } from './history-store.ts'
import { requireNames } from './pin-fields.ts'
import { fires, yearBefore } from './rules.ts'
import { findPin } from './store.ts'

const MOST_EXAMINED = 5_000
const MOST_SHOWN = 50

export async function backtestRules(
  { db, clock }: Pick<Provenance, 'db' | 'clock'>,
  caller: Caller,
  vendorId: string,
  given: readonly AlertRule[] | undefined,
): Promise<Backtest> {
  const pin = (await findPin(db, caller.tenant, vendorId)) ?? notFound('pinned_vendor', vendorId)
  const rules = given ?? pin.alert_rules
  requireNames(rules)
  const until = clock.now()
  const since = yearBefore(until)
  const found = await listHistory(db, vendorId, since, until, MOST_EXAMINED + 1)
  const events = found.slice(0, MOST_EXAMINED)
  return {
    vendor_id: vendorId,
    since: since.toISOString(),
    until: until.toISOString(),
    examined: events.length,
    truncated: found.length > MOST_EXAMINED,
    results: rules.map((rule) => {
      const fired = events.filter((event) => fires(rule, event))
      return { rule: rule.name, fired: fired.length, events: fired.slice(0, MOST_SHOWN).map(viewEvent) }
    }),
  }
}
