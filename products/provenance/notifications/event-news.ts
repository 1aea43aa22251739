// Decides which workspace events notify members, and writes the titles.
import type { Db } from '@veritrace/platform/db/db'
import { findEntry } from '@veritrace/platform/events/audit'
import type { OutboxRow } from '@veritrace/platform/events/consume'
import type { Change } from '@veritrace/platform/events/event'
import type { Tables } from '../tables.ts'
import type { News } from './create-notices.ts'
import { billingTitle, securityTitle } from './event-titles.ts'
import { findRequestAsked } from './news-store.ts'
import type { Topic } from './rules.ts'

/** Undefined for most events. */
export async function newsOf(tx: Db<Tables>, row: OutboxRow): Promise<News | undefined> {
  if (row.payload.outcome !== 'success') return undefined
  if (row.type === 'request.create' || row.type === 'request.expire') return requestNews(tx, row)
  if (row.type === 'statement.sign' || row.type === 'statement.decline') return answerNews(row)
  const changes = NEEDS_CHANGES.has(row.type) ? await changesIn(tx, row) : []
  const billing = billingTitle(row, changes)
  if (billing) return news(row, 'billing', billing, '/workspace/billing')
  const security = isOurOwn(row) ? undefined : securityTitle(row, changes)
  if (!security) return undefined
  return { ...news(row, 'security', security, AUDIT_LOG), concerns: concernedBy(row) }
}

/** The member whose own access the event changes. They are notified whatever their role. */
function concernedBy({ type, payload: { resource, data } }: OutboxRow): string | undefined {
  if (type === 'member.change_role') return resource.id
  return type === 'session.revoke' ? String(data.user_id) : undefined
}

const AUDIT_LOG = '/workspace/audit-log'
const NEEDS_CHANGES = new Set(['subscription.update', 'member.change_role'])

/** The platform's own actions warn no one, except that it disabled a webhook. */
const isOurOwn = ({ type, payload }: OutboxRow): boolean =>
  payload.actor.type === 'system' && type !== 'webhook.disable'

const news = (row: OutboxRow, topic: Topic, title: string, path: string): News => ({
  tenant: row.tenant_id,
  topic,
  key: row.payload.entry_id,
  title,
  path,
  severity: null,
  pinned: null,
  actor: row.payload.actor.id,
})

async function changesIn(tx: Db, { tenant_id, payload }: OutboxRow): Promise<readonly Change[]> {
  return (await findEntry(tx, tenant_id, payload.entry_id))?.changes ?? []
}

/** Only inbound requests are news; the workspace made the outbound ones itself. */
async function requestNews(tx: Db<Tables>, row: OutboxRow): Promise<News | undefined> {
  const { id, label } = row.payload.resource
  const request = await findRequestAsked(tx, row.tenant_id, id)
  if (request?.direction !== 'inbound') return undefined
  const { name, company } = request.requester
  const title =
    row.type === 'request.create'
      ? `${label}: ${company ? `${name} (${company})` : name} asks: ${request.subject}`
      : `${label} expired without an answer: ${request.subject}`
  return news(row, 'trust_request', title, `/workspace/requests/${id}`)
}

/** Signers are not members: the actor of the event carries their name. */
function answerNews(row: OutboxRow): News {
  const { actor, resource } = row.payload
  const verb = row.type === 'statement.sign' ? 'signed' : 'declined to sign'
  return news(
    row,
    'trust_request',
    `${actor.label} ${verb} “${resource.label}”`,
    `/workspace/statements/${resource.id}`,
  )
}
