// Queues plan events for the webhooks of a case. Messages contain ids and states, never whole objects.
import type { PlanEvent } from '@veritrace/contract/casework/plan-webhooks'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import type { Tables } from '../tables.ts'
import { queueDelivery } from './queue-delivery.ts'
import { wantsEvent } from './rules.ts'
import { listActive } from './store.ts'

const MAX_BYTES = 64 * 1024

export interface PlanNews {
  type: PlanEvent
  /** The number of the event in the case; receivers need it because messages can arrive out of order. */
  seq: number
  plan: { id: string; number: number; state: string; totals: unknown }
  changes?: Record<string, unknown>
  transport?: { id: string; [field: string]: unknown }
  /** The id of a webhook that receives the event in another way. */
  except?: string
}

type CaseRef = Pick<CaseRow, 'id' | 'key' | 'title' | 'tenant_id' | 'workspace_id'>
export type NotifyDeps = Pick<Casework, 'clock' | 'jobs' | 'publicUrl'>

/** Call in the transaction of the change, after recording it. */
export async function notifyWebhooks(
  deps: NotifyDeps,
  tx: Db<Tables>,
  caller: Pick<Caller, 'actor'>,
  theCase: CaseRef,
  news: PlanNews,
): Promise<void> {
  const scope = { tenant: theCase.tenant_id, workspace: theCase.workspace_id }
  const active = await listActive(tx, scope, theCase.id)
  const wanted = active.filter(({ id, events }) => wantsEvent(events, news.type) && id !== news.except)
  if (wanted.length === 0) return
  const body = messageOf(deps, caller, theCase, news)
  for (const { id, url } of wanted)
    await queueDelivery(deps, tx, scope, {
      caseId: theCase.id,
      planId: news.plan.id,
      ...(news.transport && { transportId: news.transport.id }),
      webhookId: id,
      channel: 'webhook',
      eventType: news.type,
      url,
      body,
    })
}

export function messageOf(
  { clock, publicUrl }: NotifyDeps,
  caller: Pick<Caller, 'actor'>,
  { id, key, title }: CaseRef,
  { type, seq, plan, changes, transport }: PlanNews,
): string {
  const data = {
    seq,
    case: { id, key, title },
    plan: {
      ...{ id: plan.id, number: plan.number, state: plan.state, totals: plan.totals },
      url: `${publicUrl}/app/cases/${id}?phase=plan&plan=${plan.id}`,
    },
    actor: actorOf(caller),
  }
  const text = (more: object) =>
    JSON.stringify({ type, timestamp: clock.now().toISOString(), data: { ...data, ...more } })
  const full = text({ ...(changes && { changes }), ...(transport && { transport }) })
  if (Buffer.byteLength(full) <= MAX_BYTES) return full
  return text({ thin: true, ...(transport && { transport: { id: transport.id } }) })
}
