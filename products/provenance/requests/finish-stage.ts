// One step of a request, taken by a person or by an incoming signature. Its caller holds the lock of the request.
import type { StageAdvance } from '@veritrace/contract/provenance/requests'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { requireStillHere } from '@veritrace/platform/identity/tenancy/former-store'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { insertGrant } from './grant-store.ts'
import { notifyRequester } from './mail.ts'
import { decideItems, givesAccess, grantEnd, isClosed, numberText, refusal, stepFrom, unknownItems } from './rules.ts'
import { listStages, updateRequestRow, updateStageRow } from './store.ts'
import type { RequestRow, StageRow } from './tables.ts'

export type Step = Pick<StageAdvance, 'outcome' | 'note' | 'items'>
type Inside = Pick<Provenance, 'db' | 'events' | 'clock' | 'mailer' | 'publicUrl'>

/** If the step gives access, the new grant gets `token`. */
export async function finishStage(
  deps: Inside,
  caller: Caller,
  request: RequestRow,
  stage: StageRow,
  step: Step,
  token: string,
): Promise<{ hasGiven: boolean }> {
  const { db: tx, clock } = deps
  const stages = await listStages(tx, request.tenant_id, [request.id])
  requireAllowed(request, stages, stage, step)
  const now = clock.now()
  const { stageStatus, status, next } = stepFrom(stages, stage, step.outcome)
  await updateStageRow(tx, request.tenant_id, stage.id, {
    status: stageStatus,
    outcome: step.outcome,
    note: step.note ?? null,
    completed_at: now,
    completed_by: caller.actor.id,
  })
  if (next) await updateStageRow(tx, request.tenant_id, next.id, { status: 'active', entered_at: now })
  const items = decideItems(request.items, step.items, status, now)
  const after = {
    ...request,
    status,
    items,
    current_stage_id: next?.id ?? null,
    decision_reason: isClosed(status) ? (step.note ?? null) : request.decision_reason,
    closed_at: isClosed(status) ? now : null,
  }
  const hasGiven = status === 'fulfilled' && givesAccess(request.direction, items)
  if (hasGiven) await insertGrant(tx, { ...grantOf(after, token, now), given_by: await giverOf(tx, caller) })
  await updateRequestRow(tx, request.tenant_id, request.id, {
    status,
    items: JSON.stringify(items),
    current_stage_id: after.current_stage_id,
    decision_reason: after.decision_reason,
    closed_at: after.closed_at,
    updated_at: now,
  })
  if (after.closed_at) await notifyRequester(deps, after, hasGiven ? token : undefined)
  await recordStep(deps, caller, after, stage, step)
  // The NDA may have been signed before its stage became active: complete that stage right away.
  if (next?.key === 'nda' && after.nda_signature_id)
    await finishStage(deps, caller, after, { ...next, status: 'active' }, { outcome: 'complete' }, token)
  return { hasGiven }
}

function requireAllowed(request: RequestRow, stages: readonly StageRow[], stage: StageRow, step: Step): void {
  if (isClosed(request.status))
    fail('forbidden_transition', `${numberText(request.number)} is ${request.status} and cannot change.`, {
      from: request.status,
      allowed: [],
    })
  const reason = refusal(stage, step.outcome, request.nda_signature_id !== null)
  if (reason === 'stage_not_active') {
    const active = stages.find(({ status }) => status === 'active')!
    const active_stage = { id: active.id, key: active.key, title: active.title }
    fail(reason, `The active stage is ${active.title}.`, { active_stage })
  }
  if (reason) fail(reason)
  const errors = unknownItems(request.items, step.items).map((id) => ({
    path: 'items',
    message: `names “${id}”, which does not exist`,
  }))
  if (errors.length > 0) fail('unknown_reference', undefined, { errors })
}

/** The grant belongs to a member, never to an API key, which may rotate or expire: a key's owner answers for it. */
async function giverOf(tx: Inside['db'], caller: Caller): Promise<string | null> {
  await requireStillHere(tx, caller)
  return caller.answeredBy ?? (caller.actor.type === 'user' ? caller.actor.id : null)
}

const grantOf = (request: RequestRow, token: string, now: Date) => ({
  id: newId('grant'),
  tenant_id: request.tenant_id,
  request_id: request.id,
  subject_email: request.requester.email,
  items: request.items.filter((item) => item.decision === 'approved').map((item) => item.id),
  token_hash: hashOf(token),
  token_hint: token.slice(-4),
  expires_at: grantEnd(request.requested_duration_days, now),
  created_at: now,
})

const recordStep = ({ db, events }: Inside, caller: Caller, after: RequestRow, stage: StageRow, step: Step) =>
  events.record(db, caller, {
    action:
      after.status === 'in_progress'
        ? 'request.advance'
        : `request.${after.status === 'declined' ? 'decline' : 'fulfill'}`,
    resource: { type: 'request', id: after.id, label: numberText(after.number) },
    changes: [{ field: `stages.${stage.key}`, from: 'active', to: step.outcome }],
    ...(step.note && { reason: step.note }),
    data: {
      number: numberText(after.number),
      kind: after.kind,
      stage: stage.key,
      outcome: step.outcome,
      status: after.status,
    },
  })
