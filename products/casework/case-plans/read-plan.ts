// Reads a plan with its reviews, gates and transports, to show it or to move it.

import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { notFound } from '@veritrace/platform/errors'
import { isOwnWork } from '@veritrace/platform/identity/keys/separation-of-duties'
import type { RoleOf } from '../access/role-of.ts'
import { getCase } from '../cases/get-case.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { PlanBody } from '../planning/tables.ts'
import type { Tables } from '../tables.ts'
import type { GateFacts } from './gates.ts'
import { listItems } from './item-store.ts'
import { type PlanContext, readPlanContext } from './plan-context.ts'
import { countVerdict, effectiveVerdicts } from './review-rules.ts'
import { listOpenBlocking, listVerdicts } from './review-store.ts'
import { getBody, listSupersededBy, planOf } from './store.ts'
import type { CasePlanRow, PlanItemRow } from './tables.ts'
import { listTransports } from './transport-store.ts'
import { viewPlan } from './view.ts'

export type PlanDeps = Casework & { roleOf: RoleOf }

/** Everything that is read before the transaction begins. */
export interface Opened {
  scope: Scope
  theCase: CaseRow
  plan: CasePlanRow
  body: PlanBody
  active: ActivePack
  context: PlanContext
  role: CaseRole
}

export async function openPlan(deps: PlanDeps, caller: Caller, caseId: string, planId: string): Promise<Opened> {
  const scope = scopeOf(caller)
  const theCase = await getCase(deps.db, scope, caseId)
  const plan = await getPlan(deps.db, scope, theCase.id, planId)
  const body = await getBody(deps.db, scope, plan.id)
  const active = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
  const context = await readPlanContext(deps, scope, active, theCase, plan, body)
  return { scope, theCase, plan, body, active, context, role: await deps.roleOf(caller) }
}

export async function getPlan(db: Db<Tables>, scope: Scope, caseId: string, planId: string): Promise<CasePlanRow> {
  return (await planOf(db, scope, caseId, planId)) ?? notFound('case_plan', planId)
}

/** The input of the gates, as seen by this transaction. */
export async function readFacts(
  db: Db<Tables>,
  scope: Scope,
  plan: CasePlanRow,
  body: PlanBody,
  context: PlanContext,
): Promise<Omit<GateFacts, 'states'> & { states: PlanItemRow[] }> {
  const standing = effectiveVerdicts(await listVerdicts(db, scope, [plan.id]))
  return {
    ...context,
    items: body.items,
    states: await listItems(db, scope, [plan.id]),
    policy: plan.policy,
    acknowledged: plan.acknowledged,
    approvals: countVerdict(standing, 'approve'),
    changesAsked: countVerdict(standing, 'request_changes'),
    openBlocking: await listOpenBlocking(db, scope, [plan.id]),
    approvedCatalog: plan.approved_catalog,
    verification: plan.verification,
  }
}

/** The plan as the caller sees it. Inside a transaction, pass the transaction as `db`. */
export async function showPlan(
  db: Db<Tables>,
  caller: Pick<Caller, 'actor' | 'tenant'>,
  { scope, theCase, body, context, role }: Omit<Opened, 'plan' | 'active'>,
  planId: string,
): Promise<CasePlan> {
  const plan = await getPlan(db, scope, theCase.id, planId)
  const facts = await readFacts(db, scope, plan, body, context)
  const transports = await listTransports(db, scope, plan.id)
  const supersedes = await listSupersededBy(db, scope, theCase.id, plan.id)
  const viewer = { role, id: caller.actor.id, isOwn: await isOwnWork(db, caller, plan.author.id) }
  return viewPlan({ plan, body, facts, transports, supersedes, theCase }, viewer)
}
