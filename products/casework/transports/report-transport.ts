// What came of a transport, told by a person, a CI job or a script.
import type { Transport, TransportReport } from '@veritrace/contract/casework/plan-transports'
import { transact } from '@veritrace/platform/db/transact'
import { notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { openCase } from '../case-plans/keep-plan.ts'
import { moveItems, nudgeItems } from '../case-plans/move-items.ts'
import { getPlan } from '../case-plans/read-plan.ts'
import { recordItems } from '../case-plans/step-items.ts'
import { getBody, listItems, lockPlan, updatePlan } from '../case-plans/store.ts'
import { getCase } from '../cases/get-case.ts'
import { recordCase } from '../cases/record.ts'
import { scopeOf } from '../model/scope.ts'
import { tellListeners } from '../plan-webhooks/tell.ts'
import { namesOf, type TransportDeps } from './create-transport.ts'
import { checkScope, manifestObjects, requestsAfter, statusOf } from './rules.ts'
import { findTransport, updateTransport } from './store.ts'
import { viewTransport } from './view.ts'

export async function reportTransport(
  deps: TransportDeps,
  caller: Caller,
  caseId: string,
  planId: string,
  report: TransportReport,
): Promise<Transport> {
  const scope = scopeOf(caller)
  const known = await getCase(deps.db, scope, caseId)
  const { id } = await getPlan(deps.db, scope, known.id, planId)
  const { details } = await getBody(deps.db, scope, id)
  const { pack } = await deps.packs.pinned(scope, { id: known.pack_id, version: known.pack_version })
  return transact(deps.db, async (tx) => {
    const theCase = await openCase(tx, scope, known.id, 'reported')
    const plan = (await lockPlan(tx, scope, theCase.id, id))!
    const transport =
      (await findTransport(tx, scope, plan.id, report.transport_id)) ?? notFound('transport', report.transport_id)
    const now = deps.clock.now()
    const status = statusOf(report.status)
    const waived = (await listItems(tx, scope, [plan.id])).filter(({ state }) => state === 'waived')
    const planned = Object.entries(details).filter(([item]) => !waived.some(({ item_id }) => item_id === item))
    const names = namesOf(pack)
    const scope_check = report.object_list
      ? checkScope(
          names,
          report.object_list,
          manifestObjects(
            names,
            planned.flatMap(([, { objects }]) => objects),
          ),
          transport.manifest.objects,
        )
      : transport.scope_check
    const changed = {
      ...transport,
      ...{ status, scope_check, updated_at: now, log_excerpt: report.log_excerpt ?? transport.log_excerpt },
      requests: requestsAfter(transport.requests, report, now.toISOString()),
    }
    await updateTransport(tx, scope, transport.id, {
      ...{ status, updated_at: now, log_excerpt: changed.log_excerpt },
      requests: JSON.stringify(changed.requests),
      scope_check: JSON.stringify(scope_check),
    })
    const held = { scope, theCase, plan, caller }
    if (report.delivered_item_ids) {
      const moved = await moveItems(tx, scope, plan, 'deliver', { item_ids: report.delivered_item_ids }, now)
      await recordItems(deps, tx, held, 'deliver', moved)
    } else if (status === 'failed' && plan.state === 'in_delivery') {
      const carried = ({ item_id }: { item_id: string }) => transport.item_ids.includes(item_id)
      const why = () => `Transport ${transport.id} failed${report.system ? ` in ${report.system}` : ''}.`
      const moved = await nudgeItems(tx, scope, plan, 'fail_item', carried, now, why)
      if (moved.length > 0) await recordItems(deps, tx, held, 'fail_item', moved)
    }
    await updatePlan(tx, scope, plan.id, { updated_at: now })
    const changes = { from: transport.status, to: status, ...(report.system && { system: report.system }), scope_check }
    const seq = await recordCase(deps, tx, caller, theCase, {
      type: 'transport.reported',
      subject: { kind: 'transport', id: transport.id, label: `${transport.kind} of plan ${plan.number}` },
      message: `The transport went from ${transport.status} to ${status}${report.system ? ` in ${report.system}` : ''}.`,
      data: { plan_id: plan.id, ...changes },
      audit: {
        action: 'transport.report',
        before: { id: transport.id, status: transport.status, scope_check: transport.scope_check },
        after: { id: transport.id, status, scope_check },
      },
    })
    await tellListeners(deps, tx, caller, theCase, {
      ...{ plan, type: 'transport.status_changed', seq, changes },
      transport: { id: transport.id, kind: transport.kind, status },
    })
    return viewTransport(changed)
  })
}
