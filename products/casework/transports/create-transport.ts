// Hands over approved work as a manifest for a transport, a file, or a message to another system.

import type { NewTransport, Transport } from '@veritrace/contract/casework/plan-transports'
import { withDisplayNumbers } from '@veritrace/contract/casework/wave-numbers'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { advancePlan, type LockedPlan } from '../case-plans/advance-plan.ts'
import { requireGates } from '../case-plans/check-gates.ts'
import { moveEligibleItems } from '../case-plans/move-items.ts'
import { type Opened, openPlan, type PlanDeps, readFacts } from '../case-plans/read-plan.ts'
import { planMove, planStepsFrom } from '../case-plans/rules.ts'
import { lockOpenCase } from '../case-plans/save-plan.ts'
import { lockPlan } from '../case-plans/store.ts'
import { insertTransport } from '../case-plans/transport-store.ts'
import type { TransportRow } from '../case-plans/transport-tables.ts'
import { viewTransport } from '../case-plans/view-transport.ts'
import { recordCase } from '../cases/record.ts'
import { actorOf } from '../model/actors.ts'
import { counted } from '../model/counted.ts'
import type { Outgoing } from '../plan-webhooks/address.ts'
import { messageOf, notifyWebhooks } from '../plan-webhooks/notify-webhooks.ts'
import { queueDelivery } from '../plan-webhooks/queue-delivery.ts'
import { findWebhook } from '../plan-webhooks/store.ts'
import type { Tables } from '../tables.ts'
import { type Format, MEDIA_TYPES, writeHandover } from './handover.ts'
import { namesOf, type Prepared, prepareTransport } from './prepare-transport.ts'

/** Stores a file as an asset of the project; null if the case has no project. */
type StoreFile = (
  tx: Db<Tables>,
  caller: Caller,
  file: { projectId: string | null; caseId: string; filename: string; title: string; mediaType: string; text: string },
) => Promise<string | null>

export type TransportDeps = PlanDeps & { outgoing: Outgoing; storeFile: StoreFile }

export async function createTransport(
  deps: TransportDeps,
  caller: Caller,
  caseId: string,
  planId: string,
  asked: NewTransport,
): Promise<Transport | ({ dry_run: boolean } & Pick<Prepared, 'manifest' | 'scope_check'>)> {
  const opened = await openPlan(deps, caller, caseId, planId)
  const { scope, theCase } = opened
  checkTarget(deps, asked)
  const names = namesOf(opened.active.pack)
  if (asked.dry_run) {
    requireDeliverable(opened.plan)
    const { manifest, scope_check } = await prepareTransport(deps.db, opened, names, asked)
    return { dry_run: true, manifest, scope_check }
  }
  return transact(deps.db, async (tx) => {
    const locked = await lockOpenCase(tx, scope, theCase.id, 'in_delivery')
    const plan = (await lockPlan(tx, scope, locked.id, planId)) ?? notFound('case_plan', planId)
    requireDeliverable(plan)
    const held = { scope, theCase: locked, plan, caller }
    const prepared = await prepareTransport(tx, { ...opened, plan }, names, asked)
    const delivering = await startDelivery(deps, tx, held, opened)
    return make(deps, tx, delivering, opened, asked, prepared)
  })
}

/** 422 for forbidden addresses, and for a kind without its required target. */
function checkTarget({ outgoing }: TransportDeps, { kind, target }: NewTransport): void {
  if (target?.url !== undefined) {
    if (kind !== 'git' && kind !== 'tracker') wrong('target.url', `does not apply to ${kind}`)
    outgoing.check(target.url)
  }
  if (kind === 'webhook' && target?.webhook_id === undefined) wrong('target.webhook_id', 'is required')
}
const wrong = (path: string, message: string): never =>
  fail('unacceptable', `${path} ${message}.`, { errors: [{ path, message }] })

function requireDeliverable({ state }: Opened['plan']): void {
  if (state === 'approved' || state === 'in_delivery') return
  fail('forbidden_transition', `A plan that is ${state} cannot be handed over.`, {
    from: state,
    allowed: planStepsFrom(state),
    needs: ['approved', 'in_delivery'],
  })
}

/** The first transport of an approved plan starts its delivery. */
async function startDelivery(
  deps: TransportDeps,
  tx: Db<Tables>,
  held: LockedPlan,
  { body, context }: Opened,
): Promise<LockedPlan> {
  const { plan, scope } = held
  if (plan.state === 'in_delivery') return held
  requireGates(planMove('start').gates, await readFacts(tx, scope, plan, body, context))
  await advancePlan(deps, tx, held, 'start', { data: { by: 'transport' } })
  return { ...held, plan: (await lockPlan(tx, scope, held.theCase.id, plan.id))! }
}

async function make(
  deps: TransportDeps,
  tx: Db<Tables>,
  { scope, theCase, plan, caller }: LockedPlan,
  { body }: Opened,
  { kind, target = {}, requests = [], format = 'json' }: NewTransport,
  { manifest, item_ids, scope_check }: Prepared,
): Promise<Transport> {
  const now = deps.clock.now()
  await moveEligibleItems(tx, scope, plan, 'carry', ({ item_id }) => item_ids.includes(item_id), now)
  const id = newId('trn')
  // API clients get citation numbers as stored, readers of a file get them in reading order.
  const itemsAs = (as: Format) =>
    (as === 'json' ? body : withDisplayNumbers(body)).items.filter((item) => item_ids.includes(item.id))
  const text = (as: Format) =>
    writeHandover(as, {
      case: headOf(theCase),
      plan: planHead(plan),
      transport: { id, kind, target, requests },
      items: itemsAs(as),
      manifest,
    })
  const isFile = kind !== 'webhook' && target.url === undefined
  const asset_id = isFile
    ? await deps.storeFile(tx, caller, {
        ...{ projectId: theCase.project_id, caseId: theCase.id, mediaType: MEDIA_TYPES[format], text: text(format) },
        filename: `${theCase.key}-plan-${plan.number}-${kind}.${format === 'markdown' ? 'md' : format}`,
        title: `${theCase.key}: handover of plan ${plan.number} (${kind})`,
      })
    : null
  const row: TransportRow = {
    ...{ id, tenant_id: scope.tenant, workspace_id: scope.workspace, plan_id: plan.id, kind, target, item_ids },
    requests: requests.map((request) => ({ ...request, status: 'prepared', systems: [] })),
    manifest: { ...manifest, asset_id },
    ...{ status: 'prepared', scope_check, log_excerpt: null, created_by: actorOf(caller) },
    ...{ created_at: now, updated_at: now },
  }
  await insertTransport(tx, columnsOf(row))
  const seq = await recordCase(deps, tx, caller, theCase, {
    type: 'transport.created',
    subject: { kind: 'transport', id, label: `${kind} of plan ${plan.number}` },
    message: `${counted(manifest.objects.length, `object of plan ${plan.number} was`, `objects of plan ${plan.number} were`)} handed over (${kind}).`,
    data: { plan_id: plan.id, kind, item_ids, manifest_digest: manifest.digest, missing: scope_check.missing.length },
    audit: { action: 'transport.create', after: { id, kind, target, item_ids, digest: manifest.digest } },
  })
  const news = {
    ...{ type: 'transport.created' as const, seq, plan },
    transport: { id, kind, item_ids, manifest: { digest: manifest.digest, objects: manifest.objects } },
  }
  await send(deps, tx, { scope, theCase, plan, caller }, row, { json: () => text('json'), news })
  await notifyWebhooks(deps, tx, caller, theCase, {
    ...news,
    transport: { id, kind, item_ids },
    ...(target.webhook_id !== undefined && { except: target.webhook_id }),
  })
  return viewTransport(row)
}

const headOf = ({ id, key, title }: LockedPlan['theCase']) => ({ id, key, title })
const planHead = ({ id, number, title }: LockedPlan['plan']) => ({ id, number, title })

const columnsOf = (row: TransportRow) => ({
  ...row,
  target: JSON.stringify(row.target),
  requests: JSON.stringify(row.requests),
  manifest: JSON.stringify(row.manifest),
  scope_check: JSON.stringify(row.scope_check),
  created_by: JSON.stringify(row.created_by),
})

/** Every transport creates a delivery: to a webhook, to an address, or as a file to download. */
async function send(
  deps: TransportDeps,
  tx: Db<Tables>,
  { scope, theCase, plan, caller }: LockedPlan,
  { id, kind, target, manifest }: TransportRow,
  { json, news }: { json: () => string; news: Parameters<typeof messageOf>[3] },
): Promise<void> {
  const about = { caseId: theCase.id, planId: plan.id, transportId: id, channel: kind }
  if (kind === 'webhook') {
    const webhook = await findWebhook(tx, scope, theCase.id, target.webhook_id!)
    if (!webhook?.active) notFound('plan_webhook', target.webhook_id!)
    const body = messageOf(deps, caller, theCase, news)
    const { url } = webhook!
    await queueDelivery(deps, tx, scope, { ...about, webhookId: webhook!.id, eventType: news.type, url, body })
  } else if (target.url !== undefined) {
    await queueDelivery(deps, tx, scope, { ...about, url: target.url, body: json() })
  } else {
    await queueDelivery(deps, tx, scope, {
      ...about,
      target: target.system ?? target.repo ?? 'file',
      body: manifest.digest,
    })
  }
}
