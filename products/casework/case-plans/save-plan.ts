// Saves a draft as the next plan of its case.

import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { PlanTotals } from '@veritrace/contract/casework/plan'
import type { Target } from '@veritrace/contract/casework/shapes'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { forbiddenTransition } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { cutText } from '@veritrace/platform/text'
import { getLockedCase } from '../cases/get-case.ts'
import { moveCase } from '../cases/move-case.ts'
import { recordCase } from '../cases/record.ts'
import { updateCaseRow } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import { effortOf } from '../effort/pert.ts'
import { actorOf } from '../model/actors.ts'
import { counted } from '../model/counted.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import type { ActivePack } from '../packs/packs.ts'
import { notifyWebhooks } from '../plan-webhooks/notify-webhooks.ts'
import { written } from '../planning/make-plan.ts'
import type { PlanBody, PlanInputs } from '../planning/tables.ts'
import { finishedRun } from '../runs/store.ts'
import type { Tables } from '../tables.ts'
import type { AdvanceDeps } from './advance-plan.ts'
import { currentPlan, insertPlan, nextNumber } from './store.ts'
import type { CasePlanRow } from './tables.ts'

export interface Drafted {
  title?: string
  target: Target
  policy: CasePlan['policy']
  totals: PlanTotals
  inputs: PlanInputs
  body: PlanBody
  based_on?: NonNullable<CasePlan['based_on']>
}

/** Returns the plan's id and the number of its event. Locks the case in the caller's transaction. */
export async function savePlan(
  deps: AdvanceDeps,
  tx: Db<Tables>,
  caller: Caller,
  caseId: string,
  drafted: Drafted,
): Promise<{ id: string; seq: number; theCase: CaseRow }> {
  const scope = { tenant: caller.tenant, workspace: caller.workspace }
  const theCase = await lockOpenCase(tx, scope, caseId, 'planned')
  const number = await nextNumber(tx, scope, theCase.id)
  const row = await planRow(deps, tx, caller, theCase, number, drafted)
  await insertPlan(
    tx,
    row.insert,
    JSON.stringify(drafted.body),
    drafted.body.items.map((item, place) => ({
      plan_id: row.id,
      item_id: item.id,
      tenant_id: scope.tenant,
      workspace_id: scope.workspace,
      place,
      action_id: item.action_id,
      p50: item.effort.p50,
      guessed: guessedDays(drafted.body, item.id, item.effort.p50),
      state: 'proposed',
      held_from: null,
      reason: null,
      actual_days: null,
      done_at: null,
      verified_at: null,
      updated_at: deps.clock.now(),
    })),
  )
  // A plan in delivery remains current until the draft is approved.
  const current = { current_plan_id: (await currentPlan(tx, scope, theCase.id))!.id }
  await updateCaseRow(tx, scope, theCase.id, { ...current, updated_at: deps.clock.now() })
  const seq = await recordCase(deps, tx, caller, theCase, {
    type: 'plan.created',
    subject: { kind: 'plan', id: row.id, label: row.insert.title },
    message: `Plan ${number} was drafted: ${counted(drafted.body.items.length, 'item')}.`,
    data: { plan_id: row.id, number, inputs_digest: row.insert.inputs_digest },
    audit: { action: 'plan.create', after: { id: row.id, inputs: drafted.inputs, totals: drafted.totals } },
  })
  await moveCase(deps, tx, caller, theCase, 'plan_created')
  await notifyWebhooks(deps, tx, caller, theCase, { plan: row.summary, type: 'plan.created', seq })
  return { id: row.id, seq, theCase: { ...theCase, ...current } }
}

/** The pack's own estimate before calibration, so that calibration never feeds on its own results. */
function guessedDays({ details }: PlanBody, id: string, otherwise: number): number {
  const points = details[id]?.points
  return points ? effortOf(points).p50 : otherwise
}

/** Locks the case; fails if it is closed. */
export async function lockOpenCase(tx: Db<Tables>, scope: Scope, caseId: string, to: string): Promise<CaseRow> {
  const theCase = await getLockedCase(tx, scope, caseId)
  return theCase.status === 'closed' ? forbiddenTransition('case', 'closed', to, ['reopen']) : theCase
}

/** The policy that the pack sets for cases of this type. */
export function policyOf({ pack }: ActivePack, { type_id }: Pick<CaseRow, 'type_id'>): CasePlan['policy'] {
  const type = pack.caseTypes.find(({ id }) => id === type_id)
  return { approvals_required: type?.approvals_required ?? 1, author_may_approve: false, freeze_ruleset: true }
}

async function planRow(
  { clock }: AdvanceDeps,
  tx: Db<Tables>,
  caller: Caller,
  theCase: CaseRow,
  number: number,
  { title, target, policy, totals, inputs, based_on }: Drafted,
) {
  const id = newId('pln')
  const now = clock.now()
  const run = await finishedRun(tx, { tenant: caller.tenant, workspace: caller.workspace }, theCase.id)
  const insert = {
    ...{ id, tenant_id: caller.tenant, workspace_id: caller.workspace, case_id: theCase.id, number },
    title: title ?? cutText(`Plan ${number} for ${theCase.title}`, 200),
    state: 'draft' as const,
    held_from: null,
    ...written({ target, totals, inputs, policy, author: actorOf(caller) }),
    inputs_digest: digestOf(inputs),
    run_id: run?.id ?? null,
    run_digest: run?.outputs?.digest ?? null,
    based_on: based_on ? JSON.stringify(based_on) : null,
    ...{ superseded_by: null, acknowledged: '{}', approved_catalog: null, verification: null },
    ...{ submitted_at: null, approved_at: null, delivered_at: null, created_at: now, updated_at: now },
  }
  const summary: Pick<CasePlanRow, 'id' | 'number' | 'state' | 'totals' | 'title'> = { ...insert, totals }
  return { id, insert, summary }
}
