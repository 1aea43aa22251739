// Records the result of a transport, as reported by a person, a CI job or a script.
import type { Transport, TransportReport } from '@veritrace/contract/casework/plan-transports'
import { type Answer, answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { notFound } from '@veritrace/platform/errors'
import type { LockedPlan } from '../case-plans/advance-plan.ts'
import { listItems } from '../case-plans/item-store.ts'
import { moveEligibleItems, moveItems } from '../case-plans/move-items.ts'
import { getPlan } from '../case-plans/read-plan.ts'
import { itemMove } from '../case-plans/rules.ts'
import { lockOpenCase } from '../case-plans/save-plan.ts'
import { recordItems } from '../case-plans/step-items.ts'
import { getBody, lockPlan, updatePlan } from '../case-plans/store.ts'
import { findTransport, updateTransport } from '../case-plans/transport-store.ts'
import type { TransportRow } from '../case-plans/transport-tables.ts'
import { viewTransport } from '../case-plans/view-transport.ts'
import { getCase } from '../cases/get-case.ts'
import { recordCase } from '../cases/record.ts'
import { scopeOf } from '../model/scope.ts'
import { notifyWebhooks } from '../plan-webhooks/notify-webhooks.ts'
import type { PlanBody } from '../planning/tables.ts'
import type { Tables } from '../tables.ts'
import type { TransportDeps } from './create-transport.ts'
import { namesOf } from './prepare-transport.ts'
import { checkScope, manifestObjects, type ObjectNames, requestsAfter, statusOf } from './rules.ts'

export async function reportTransport(
  deps: TransportDeps,
  caller: Caller,
  caseId: string,
  planId: string,
  report: TransportReport,
): Promise<Answer<Transport>> {
  const scope = scopeOf(caller)
  const known = await getCase(deps.db, scope, caseId)
  const { id } = await getPlan(deps.db, scope, known.id, planId)
  const { details } = await getBody(deps.db, scope, id)
  const { pack } = await deps.packs.pinned(scope, { id: known.pack_id, version: known.pack_version })
  return transact(deps.db, async (tx) => {
    const theCase = await lockOpenCase(tx, scope, known.id, 'reported')
    const plan = (await lockPlan(tx, scope, theCase.id, id))!
    const held = { scope, theCase, plan, caller }
    const before =
      (await findTransport(tx, scope, plan.id, report.transport_id)) ?? notFound('transport', report.transport_id)
    const now = deps.clock.now()
    const reported = {
      ...before,
      status: statusOf(report.status),
      scope_check: await checkReported(tx, held, before, report, { details, names: namesOf(pack) }),
      requests: requestsAfter(before.requests, report, now.toISOString()),
      log_excerpt: report.log_excerpt ?? before.log_excerpt,
      updated_at: now,
    }
    await updateTransport(tx, scope, before.id, {
      ...{ status: reported.status, updated_at: now, log_excerpt: reported.log_excerpt },
      requests: JSON.stringify(reported.requests),
      scope_check: JSON.stringify(reported.scope_check),
    })
    await moveCarried(deps, tx, held, reported, report)
    await updatePlan(tx, scope, plan.id, { updated_at: now })
    await record(deps, tx, held, before, reported, report)
    return answer(viewTransport(reported), { status: 200 })
  })
}

/** Without a list of objects, the scope check stays as it was. */
async function checkReported(
  tx: Db<Tables>,
  { scope, plan }: LockedPlan,
  { scope_check, manifest }: TransportRow,
  { object_list }: TransportReport,
  { details, names }: { details: PlanBody['details']; names: ObjectNames },
): Promise<Transport['scope_check']> {
  if (!object_list) return scope_check
  const rows = await listItems(tx, scope, [plan.id])
  const planned = rows
    .filter(({ state }) => state !== 'waived')
    .flatMap(({ item_id }) => details[item_id]?.objects ?? [])
  return checkScope(names, object_list, manifestObjects(names, planned), manifest.objects)
}

/** Delivered items are done; the items of a failed transport fail with it. */
async function moveCarried(
  deps: TransportDeps,
  tx: Db<Tables>,
  held: LockedPlan,
  { id, item_ids, status }: TransportRow,
  { delivered_item_ids, system }: TransportReport,
): Promise<void> {
  const { scope, plan } = held
  const now = deps.clock.now()
  if (delivered_item_ids) {
    const moved = await moveItems(tx, scope, plan, 'deliver', { item_ids: delivered_item_ids }, now)
    await recordItems(deps, tx, held, 'deliver', moved)
  } else if (status === 'failed' && itemMove('fail_item').plan.includes(plan.state)) {
    const isCarried = ({ item_id }: { item_id: string }) => item_ids.includes(item_id)
    const why = () => `Transport ${id} failed${system ? ` in ${system}` : ''}.`
    const moved = await moveEligibleItems(tx, scope, plan, 'fail_item', isCarried, now, why)
    if (moved.length > 0) await recordItems(deps, tx, held, 'fail_item', moved)
  }
}

async function record(
  deps: TransportDeps,
  tx: Db<Tables>,
  { theCase, plan, caller }: LockedPlan,
  before: TransportRow,
  { id, kind, status, scope_check }: TransportRow,
  { system }: TransportReport,
): Promise<void> {
  const changes = { from: before.status, to: status, ...(system && { system }), scope_check }
  const seq = await recordCase(deps, tx, caller, theCase, {
    type: 'transport.reported',
    subject: { kind: 'transport', id, label: `${kind} of plan ${plan.number}` },
    message: `The transport went from ${before.status} to ${status}${system ? ` in ${system}` : ''}.`,
    data: { plan_id: plan.id, ...changes },
    audit: {
      action: 'transport.report',
      before: { id, status: before.status, scope_check: before.scope_check },
      after: { id, status, scope_check },
    },
  })
  await notifyWebhooks(deps, tx, caller, theCase, {
    ...{ plan, type: 'transport.status_changed', seq, changes },
    transport: { id, kind, status },
  })
}
