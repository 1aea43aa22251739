// Evaluates alert rules on new changes of pinned vendors, each change once. An alert is an event, so it reaches the audit
// log, webhooks and open streams.

import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { EventInput } from '@veritrace/platform/events/event'
import type { Provenance } from '../deps.ts'
import { findCustomerId } from '../profile-claims/store.ts'
import { listAlerting, listHistory, type PastEvent } from './history-store.ts'
import { fires } from './rules.ts'
import { lockPin, type ShownPin, setAlerted } from './store.ts'

type Deps = Pick<Provenance, 'db' | 'events' | 'clock'>

const PAGE = 200
/** A change is dated before it commits. Wait this long, so that no earlier change appears later. */
const SETTLED_MS = 60_000
/** Per vendor and run. Further changes raise no alerts. */
const MAX_CHANGES = 500

export async function raiseAlerts(deps: Deps, signal?: AbortSignal): Promise<void> {
  const until = new Date(deps.clock.now().getTime() - SETTLED_MS)
  let after = ''
  while (!signal?.aborted) {
    const pins = await listAlerting(deps.db, after, until, PAGE)
    for (const { tenant_id, vendor_id } of pins) await alertOf(deps, tenant_id, vendor_id, until)
    if (pins.length < PAGE) return
    after = pins.at(-1)!.id
  }
}

const alertOf = (deps: Deps, tenant: string, vendor: string, until: Date): Promise<void> =>
  transact(deps.db, async (tx) => {
    const pin = await lockPin(tx, tenant, vendor)
    if (!pin || pin.alerted_until >= until) return
    const events = await listHistory(tx, vendor, pin.alerted_until, until, MAX_CHANGES)
    await setAlerted(tx, tenant, vendor, until)
    const caller = systemCaller(tenant, await findCustomerId(tx, tenant))
    for (const event of events.toReversed()) {
      const rules = pin.alert_rules.filter((rule) => fires(rule, event)).map(({ name }) => name)
      if (rules.length > 0) await deps.events.record(tx, caller, alert(pin, event, rules))
    }
  })

const alert = (pin: ShownPin, event: PastEvent, rules: readonly string[]): EventInput => ({
  action: 'pinned_vendor.alert',
  resource: { type: 'pinned_vendor', id: pin.vendor_id, label: pin.vendor_name },
  data: {
    vendor_id: pin.vendor_id,
    vendor_slug: pin.vendor_slug,
    rules,
    event_id: event.id,
    event_type: event.event_type,
    severity: event.severity,
    observed_at: event.observed_at.toISOString(),
  },
})
