// Tests alert rules against the changes of the last 12 months, so that users can tune them before they need them.
import type { AlertRule, Backtest } from '@veritrace/contract/provenance/pins'
import type { Caller } from '@veritrace/platform/caller'
import { notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { viewEvent } from '../profiles/view.ts'
import { listHistory } from './history-store.ts'
import { requireNames } from './pin-fields.ts'
import { fires, yearBefore } from './rules.ts'
import { findPin } from './store.ts'

const MAX_EXAMINED = 5_000
const MAX_SHOWN = 50

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
  const found = await listHistory(db, vendorId, since, until, MAX_EXAMINED + 1)
  const events = found.slice(0, MAX_EXAMINED)
  return {
    vendor_id: vendorId,
    since: since.toISOString(),
    until: until.toISOString(),
    examined: events.length,
    truncated: found.length > MAX_EXAMINED,
    results: rules.map((rule) => {
      const fired = events.filter((event) => fires(rule, event))
      return { rule: rule.name, fired: fired.length, events: fired.slice(0, MAX_SHOWN).map(viewEvent) }
    }),
  }
}
