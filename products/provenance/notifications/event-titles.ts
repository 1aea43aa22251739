// Titles of notices about the workspace itself: its money and its safety. Pure.
import type { OutboxRow } from '@veritrace/platform/events/consume'
import type { Change } from '@veritrace/platform/events/event'

type Words = (happened: { by: string; what: string; data: Record<string, unknown>; row: OutboxRow }) => string

/** Undefined where it is not about security. */
export function securityTitle(row: OutboxRow, changes: readonly Change[]): string | undefined {
  const { actor, resource, data } = row.payload
  const role = changes.find(({ field }) => field === 'role')
  if (row.type === 'member.change_role' && role)
    return `${actor.label} changed the role of ${resource.label} from ${role.from} to ${role.to}`
  // Who ends their own need not be told.
  if (row.type === 'session.revoke')
    return data.user_id === undefined ? undefined : `${actor.label} ended a session of ${resource.label}`
  return SECURITY.get(row.type)?.({ by: actor.label, what: resource.label, data, row })
}

const SECURITY = new Map<string, Words>([
  ['api_key.create', ({ by, what, data }) => `${by} made the API key “${what}”${asRole(data)}`],
  ['api_key.revoke', ({ by, what }) => `${by} revoked the API key “${what}”`],
  ['pat.create', ({ by, what }) => `${by} made the personal token “${what}”`],
  ['member.add', joined],
  ['invitation.accept', ({ by, data }) => `${by} accepted an invitation and joined${asRole(data)}`],
  ['member.remove', ({ by, what }) => `${by} removed ${what} from the workspace`],
  ['user.change_password', ({ what }) => `The password of ${what} was changed`],
  ['user.reset_password', ({ what }) => `The password of ${what} was set anew with a mailed link`],
  ['webhook.create', ({ by, what }) => `${by} made a webhook: events go to ${what}`],
  ['webhook.update', ({ by, what }) => `${by} changed the webhook to ${what}`],
  ['webhook.rotate_secret', ({ by, what }) => `${by} made a new secret for the webhook to ${what}`],
  ['webhook.delete', ({ by, what }) => `${by} deleted the webhook to ${what}`],
  ['webhook.disable', ({ what }) => `The webhook to ${what} was switched off: it could not be reached for too long`],
  ['customer.export', ({ by }) => `${by} exported the data of the workspace`],
])

function joined({ by, what, data, row: { payload } }: Parameters<Words>[0]): string {
  return payload.actor.id === payload.resource.id
    ? `${what} joined${asRole(data)}`
    : `${by} added ${what}${asRole(data)}`
}

const asRole = ({ role }: Record<string, unknown>): string => (typeof role === 'string' ? ` as ${role}` : '')

const UNPAID = new Set<unknown>(['past_due', 'unpaid', 'incomplete'])

/** Undefined where nothing of it concerns people: a period that goes on, for one. */
export function billingTitle({ type, payload }: OutboxRow, changes: readonly Change[]): string | undefined {
  if (type === 'subscription.cancel')
    return `${payload.actor.label} canceled the subscription${payload.data.at_period_end ? ' at the end of its period' : ''}`
  if (type !== 'subscription.update') return undefined
  const plan = changes.find(({ field }) => field === 'plan')
  const status = changes.find(({ field }) => field === 'subscription_status')
  const parts = [
    ...(status && UNPAID.has(status.to) ? ['A payment failed: look at the payment method'] : []),
    ...(plan ? [`The plan changed from ${plan.from} to ${plan.to}`] : []),
  ]
  return parts.length > 0 ? parts.join('. ') : undefined
}
