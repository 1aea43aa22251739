// Records a person's decision on a recommendation, together with its effects: the decisions that ratings and controls
// read, feedback, evidence of the case, and its events.

import type { Recommendation, RecommendationDecision } from '@veritrace/contract/casework/recommendations'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition, notFound, staleVersion } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { insertDecisions, insertFeedback } from '../cases/decision-store.ts'
import { getCase, getLockedCase } from '../cases/get-case.ts'
import { recordCase } from '../cases/record.ts'
import { allowedFrom } from '../cases/rules.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import { actorOf } from '../model/actors.ts'
import { caseContext } from '../model/graph-contexts.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { addDecisionEvidence } from './decision-evidence.ts'
import { decisionsFrom, feedbackFrom } from './effects.ts'
import { DECISIONS, isExemptedLater, mayBecome, missingIn } from './rules.ts'
import { findRecommendation, listExempted, updateRecommendation } from './store.ts'
import type { Decided, RecommendationRow } from './tables.ts'
import { viewRecommendation } from './view.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'events'>

export async function decideRecommendation(
  deps: Deps,
  caller: Caller,
  at: { caseId: string; recId: string },
  wanted: RecommendationDecision,
  ifVersion: number | undefined,
): Promise<Recommendation> {
  const scope = scopeOf(caller)
  const { id: caseId } = await getCase(deps.db, scope, at.caseId)
  const missing = missingIn(wanted, deps.clock.now())
  if (missing) refuse(missing)
  return transact(deps.db, async (tx) => {
    const theCase = await getLockedCase(tx, scope, caseId)
    if (theCase.status === 'closed') forbiddenTransition('case', 'closed', 'awaiting_decision', allowedFrom('closed'))
    const row = (await findRecommendation(tx, scope, caseId, at.recId)) ?? notFound('recommendation', at.recId)
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('recommendation', row.version)
    if (isExemptedLater(row.status, wanted)) await requireUnexempted(deps, tx, row, wanted)
    else if (wanted.status !== undefined && !mayBecome(row.status, wanted.status)) refuseMove(row, wanted.status)
    requireKnown(row, wanted)
    await updateRecommendation(tx, scope, row.id, changeOf(deps, caller, wanted, row))
    await writeEffects(deps, tx, caller, theCase, row, wanted)
    return viewRecommendation((await findRecommendation(tx, scope, caseId, row.id))!)
  })
}

const refuse = (missing: { path: string; message: string }): never =>
  fail('unacceptable', `\`${missing.path}\` ${missing.message}.`, { errors: [missing] })

const refuseMove = ({ status }: RecommendationRow, to: RecommendationRow['status']): never =>
  forbiddenTransition('recommendation', status, to, DECISIONS[status])

/** An active exemption is renewed under decisions, not here, and the accepted alternative cannot change. */
async function requireUnexempted(
  { clock }: Deps,
  tx: Db<Tables>,
  row: RecommendationRow,
  { chosen_alternative_id }: RecommendationDecision,
): Promise<void> {
  const scope = { tenant: row.tenant_id, workspace: row.workspace_id }
  if ((await listExempted(tx, scope, row.case_id, clock.now())).has(row.id)) refuseMove(row, 'accepted')
  if (chosen_alternative_id !== undefined && chosen_alternative_id !== row.decision?.chosen_alternative_id)
    refuse({ path: 'chosen_alternative_id', message: 'was already chosen when the recommendation was accepted' })
}

/** The alternative and the successor must exist in the recommendation. */
function requireKnown({ body }: RecommendationRow, { chosen_alternative_id, feedback }: RecommendationDecision): void {
  const isAlternative = body.alternatives.some(({ id }) => id === chosen_alternative_id)
  if (chosen_alternative_id !== undefined && !isAlternative)
    refuse({ path: 'chosen_alternative_id', message: 'is not one of the alternatives' })
  const fit = feedback?.successor_fit
  const names = body.pattern?.successors.flatMap(({ id, iri, type, name }) => [id, iri, `${type}:${name}`]) ?? []
  if (fit && !names.includes(fit.successor_id))
    refuse({ path: 'feedback/successor_fit/successor_id', message: 'is not one of the successors' })
}

function changeOf({ clock }: Deps, caller: Caller, wanted: RecommendationDecision, row: RecommendationRow) {
  const now = clock.now()
  if (wanted.status === undefined) return { updated_at: now }
  const before = isExemptedLater(row.status, wanted) ? row.decision : null
  const decision: Decided = {
    status: wanted.status,
    by: actorOf(caller),
    at: now.toISOString(),
    reason: wanted.reason ?? wanted.exemption?.reason ?? '',
    note: wanted.note ?? before?.note ?? '',
    chosen_alternative_id: wanted.chosen_alternative_id ?? before?.chosen_alternative_id ?? null,
    expires_at: wanted.exemption?.expires_at ?? null,
  }
  return {
    status: wanted.status,
    decision: JSON.stringify(decision),
    defer_until: wanted.defer_until === undefined ? null : new Date(wanted.defer_until),
    updated_at: now,
  }
}

async function writeEffects(
  deps: Deps,
  tx: Db<Tables>,
  caller: Caller,
  theCase: CaseRow,
  row: RecommendationRow,
  wanted: RecommendationDecision,
): Promise<void> {
  const scope: Scope = scopeOf(caller)
  const now = deps.clock.now()
  const by = actorOf(caller)
  const decisions = decisionsFrom(theCase, row, wanted, { by, now, newId: () => newId('dec') })
  await insertDecisions(tx, scope, decisions)
  await addDecisionEvidence(tx, scope, theCase.id, row, decisions, by)
  await dueContext(tx, caseContext(theCase), now)
  const subject = { kind: 'recommendation', id: row.id, label: row.body.title }
  if (wanted.feedback) {
    const feedback = feedbackFrom(row, wanted.feedback)
    await insertFeedback(tx, {
      ...{ id: newId('fbk'), tenant_id: scope.tenant, workspace_id: scope.workspace, case_id: theCase.id },
      ...{ rating: feedback.rating, tags: feedback.tags, comment: feedback.comment, at: now },
      subject: JSON.stringify({ kind: 'recommendation', id: row.id }),
      author: JSON.stringify(by),
      effect: JSON.stringify(feedback.effect),
    })
  }
  if (wanted.status !== undefined)
    await recordCase(deps, tx, caller, theCase, {
      type: 'recommendation.decided',
      subject,
      message: `${row.body.title} was ${isExemptedLater(row.status, wanted) ? 'exempted' : wanted.status}.`,
      data: { recommendation_id: row.id, key: row.key, from: row.status, to: wanted.status },
      audit: {
        action: 'recommendation.decide',
        before: { status: row.status },
        after: wanted,
        ...(wanted.reason !== undefined && { reason: wanted.reason }),
      },
    })
  if (wanted.feedback)
    await recordCase(deps, tx, caller, theCase, {
      type: 'feedback.added',
      subject,
      message: `${by.name} gave feedback on ${row.body.title}.`,
      data: { recommendation_id: row.id },
      audit: { action: 'feedback.add', after: wanted.feedback },
    })
}
