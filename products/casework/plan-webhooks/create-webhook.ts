// Creates a webhook. Only this response contains its secret; a repeated Idempotency-Key does not return it again.
import { MAX_PLAN_WEBHOOKS, type NewPlanWebhook, type PlanWebhook } from '@veritrace/contract/casework/plan-webhooks'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { keyOf, newSigningSecret } from '@veritrace/platform/webhooks/sign'
import { getCase, getLockedCase } from '../cases/get-case.ts'
import { recordCase } from '../cases/record.ts'
import type { CaseRow } from '../cases/tables.ts'
import { actorOf } from '../model/actors.ts'
import { scopeOf } from '../model/scope.ts'
import { labelOf } from './address.ts'
import type { Delivering } from './deliver.ts'
import { skipWaiting } from './delivery-store.ts'
import { queueDelivery } from './queue-delivery.ts'
import { countWebhooks, deleteWebhookRow, findWebhook, insertWebhook } from './store.ts'
import { viewWebhook } from './view.ts'

export async function createWebhook(
  deps: Delivering,
  caller: Caller,
  caseId: string,
  wanted: NewPlanWebhook,
): Promise<PlanWebhook> {
  const scope = scopeOf(caller)
  const { id: whole } = await getCase(deps.db, scope, caseId)
  deps.outgoing.check(wanted.url)
  const secret = checkedSecret(wanted.secret)
  const id = newId('whk')
  const made = await transact(deps.db, async (tx) => {
    const theCase = await getLockedCase(tx, scope, whole)
    if ((await countWebhooks(tx, scope, theCase.id)) >= MAX_PLAN_WEBHOOKS)
      fail('too_many_webhooks', `A case has at most ${MAX_PLAN_WEBHOOKS} webhooks.`)
    const { url, events, description, active } = wanted
    await insertWebhook(tx, {
      ...{ id, tenant_id: scope.tenant, workspace_id: scope.workspace, case_id: theCase.id },
      ...{ url, events, description, active, secret },
      created_by: JSON.stringify(actorOf(caller)),
      created_at: deps.clock.now(),
      ...{ last_status: null, last_at: null, disabled_reason: null },
    })
    const seq = await recordCase(deps, tx, caller, theCase, {
      ...aboutWebhook(id, url),
      message: `${labelOf(url)} now receives events about the plans.`,
      data: { webhook_id: id, events },
      audit: { action: 'plan_webhook.create', after: { id, url: labelOf(url), events, active } },
    })
    if (active) await ping(deps, tx, caller, theCase, { id, url, seq })
    return viewWebhook((await findWebhook(tx, scope, theCase.id, id))!)
  })
  return { ...made, secret }
}

function checkedSecret(given: string | undefined): string {
  if (given === undefined) return newSigningSecret()
  if (keyOf(given)) return given
  return fail('unacceptable', 'The secret cannot be used for signing.', {
    errors: [{ path: 'secret', message: 'must be whsec_ followed by 24 to 64 bytes in base64' }],
  })
}

const aboutWebhook = (id: string, url: string) => ({
  type: 'case.updated' as const,
  subject: { kind: 'plan_webhook', id, label: labelOf(url) },
})

function ping(
  deps: Delivering,
  tx: Parameters<typeof queueDelivery>[1],
  caller: Caller,
  { id: caseId, key, title }: CaseRow,
  { id, url, seq }: { id: string; url: string; seq: number },
): Promise<string> {
  const body = JSON.stringify({
    type: 'ping',
    timestamp: deps.clock.now().toISOString(),
    data: { seq, case: { id: caseId, key, title }, webhook: { id }, actor: actorOf(caller) },
  })
  const about = { caseId, planId: null, webhookId: id, channel: 'webhook' as const, eventType: 'ping' }
  return queueDelivery(deps, tx, scopeOf(caller), { ...about, url, body })
}

export async function deleteWebhook(deps: Delivering, caller: Caller, caseId: string, id: string): Promise<undefined> {
  const scope = scopeOf(caller)
  const { id: whole } = await getCase(deps.db, scope, caseId)
  return transact(deps.db, async (tx) => {
    const theCase = await getLockedCase(tx, scope, whole)
    const known = (await findWebhook(tx, scope, theCase.id, id)) ?? notFound('plan_webhook', id)
    await skipWaiting(tx, scope, id, deps.clock.now())
    await deleteWebhookRow(tx, scope, theCase.id, id)
    await recordCase(deps, tx, caller, theCase, {
      ...aboutWebhook(id, known.url),
      message: `${labelOf(known.url)} no longer receives events.`,
      data: { webhook_id: id },
      audit: { action: 'plan_webhook.delete', before: { id, url: labelOf(known.url) } },
    })
    return undefined
  })
}
