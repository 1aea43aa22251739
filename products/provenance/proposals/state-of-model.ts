// The state of the model, its usage today, and its limits.
import type { ModelState } from '@veritrace/contract/provenance/proposals'
import type { Provenance } from '../deps.ts'
import { dayOf } from './propose-claims.ts'
import { countWaiting } from './readings-store.ts'
import { countOpen } from './store.ts'
import { usageOf } from './usage-store.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'model'>

export async function stateOfModel({ db, clock, model }: Deps): Promise<ModelState> {
  const used = await usageOf(db, dayOf(clock.now()))
  const open = model ? await countOpen(db, model.name) : { supports: 0, disputed: 0 }
  return {
    name: model?.name ?? null,
    resting: model?.isResting() ?? false,
    calls_today: used.calls,
    failures_today: used.failures,
    tokens_today: used.tokens,
    calls_a_day: model?.limits.callsInAll ?? 0,
    calls_a_day_for_a_vendor: model?.limits.calls ?? 0,
    tokens_a_day_for_a_vendor: model?.limits.tokens ?? 0,
    documents_waiting: model ? await countWaiting(db, model.name) : 0,
    open: open.supports,
    open_disputed: open.disputed,
  }
}
