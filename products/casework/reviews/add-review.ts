// Adds a review: a verdict, comments, and resolved comments.

import type { NewPlanReview, PlanReview } from '@veritrace/contract/casework/plan-reviews'
import { MAY } from '@veritrace/contract/casework/roles'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { isOwnWork, responsiblePrincipal } from '@veritrace/platform/identity/keys/separation-of-duties'
import { newId } from '@veritrace/platform/ids'
import type { RoleOf } from '../access/role-of.ts'
import { listItems } from '../case-plans/item-store.ts'
import { insertComments, insertReview, listComments, resolveComments } from '../case-plans/review-store.ts'
import type { ReviewRow } from '../case-plans/review-tables.ts'
import { planStepsFrom } from '../case-plans/rules.ts'
import { lockOpenCase } from '../case-plans/save-plan.ts'
import { lockPlan, updatePlan } from '../case-plans/store.ts'
import type { CasePlanRow } from '../case-plans/tables.ts'
import { getCase } from '../cases/get-case.ts'
import { recordCase } from '../cases/record.ts'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { inWords } from '../model/in-words.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { notifyWebhooks } from '../plan-webhooks/notify-webhooks.ts'
import type { Tables } from '../tables.ts'
import { viewReview } from './view.ts'

type Deps = Casework & { roleOf: RoleOf }

export async function addReview(
  deps: Deps,
  caller: Caller,
  caseId: string,
  planId: string,
  said: NewPlanReview,
): Promise<PlanReview> {
  const scope = scopeOf(caller)
  const { id } = await getCase(deps.db, scope, caseId)
  const role = await deps.roleOf(caller)
  return transact(deps.db, async (tx) => {
    const theCase = await lockOpenCase(tx, scope, id, 'reviewed')
    const plan = (await lockPlan(tx, scope, theCase.id, planId)) ?? notFound('case_plan', planId)
    await requireMayJudge(tx, plan, caller, role, said)
    const review = await writeReview(deps, tx, scope, plan, caller, said)
    await updatePlan(tx, scope, plan.id, { updated_at: review.at })
    const { verdict } = said
    const seq = await recordCase(deps, tx, caller, theCase, {
      type: verdict === 'comment' ? 'comment.added' : 'plan.reviewed',
      subject: { kind: 'review', id: review.id, label: plan.title },
      message: `${caller.actor.label} reviewed plan ${plan.number}: ${inWords(verdict)}.`,
      data: { plan_id: plan.id, verdict, comments: said.item_comments?.length ?? 0, resolves: said.resolves ?? [] },
      audit: { action: 'plan.review', after: { id: review.id, plan: plan.id, version: plan.version, ...said } },
    })
    await notifyWebhooks(deps, tx, caller, theCase, {
      ...{ plan, type: 'review.created', seq },
      changes: { review_id: review.id, verdict },
    })
    return viewReview(review, await listComments(tx, scope, [review.id]))
  })
}

/** Any participant may comment. A verdict requires a reviewer, a plan in review and, for approval, another author. */
async function requireMayJudge(
  tx: Db<Tables>,
  plan: CasePlanRow,
  caller: Caller,
  role: string,
  { verdict }: NewPlanReview,
): Promise<void> {
  if (verdict === 'comment') return
  const isForOthers = verdict === 'approve' && !plan.policy.author_may_approve
  if (isForOthers && (await isOwnWork(tx, caller, plan.author.id)))
    fail('self_approval', 'The author of a plan cannot approve it.')
  if (!(MAY.judge as readonly string[]).includes(role))
    fail('role_required', `A verdict requires one of the roles ${MAY.judge.join(', ')}. Your role is ${role}.`, {
      required_role: MAY.judge,
    })
  if (plan.state !== 'in_review')
    fail('forbidden_transition', `A plan that is ${plan.state} accepts comments but no verdicts.`, {
      from: plan.state,
      allowed: ['comment', ...planStepsFrom(plan.state)],
    })
}

async function writeReview(
  { clock }: Deps,
  tx: Db<Tables>,
  scope: Scope,
  plan: CasePlanRow,
  caller: Caller,
  { verdict, body_md, item_comments = [], resolves = [], checklist = {} }: NewPlanReview,
): Promise<ReviewRow> {
  const now = clock.now()
  const reviewer = actorOf(caller)
  const own = { tenant_id: scope.tenant, workspace_id: scope.workspace, plan_id: plan.id }
  const items = new Set((await listItems(tx, scope, [plan.id])).map(({ item_id }) => item_id))
  for (const { item_id } of item_comments)
    if (item_id !== undefined && !items.has(item_id)) notFound('plan_item', item_id)
  if (resolves.length > 0) {
    const settled = await resolveComments(tx, scope, plan.id, resolves, JSON.stringify(reviewer), now)
    const unknown = resolves.find((id) => !settled.includes(id))
    if (unknown !== undefined) notFound('plan_comment', unknown)
  }
  const review = {
    ...{ ...own, id: newId('rev'), plan_version: plan.version, verdict, body_md, checklist },
    // The id of the person behind the credentials, so that one person has one verdict.
    ...{ reviewer_id: await responsiblePrincipal(tx, caller), reviewer, at: now, dismissed: null },
  }
  await insertReview(tx, { ...review, checklist: JSON.stringify(checklist), reviewer: JSON.stringify(reviewer) })
  if (item_comments.length > 0)
    await insertComments(
      tx,
      item_comments.map((comment) => ({
        ...{ ...own, id: newId('cmt'), review_id: review.id, item_id: comment.item_id ?? null },
        ...{ body_md: comment.body_md, blocking: comment.blocking, resolved_by: null, resolved_at: null },
      })),
    )
  return review
}
