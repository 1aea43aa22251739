// Titles of notices about billing and security. Pure.
import type { OutboxRow } from '@veritrace/platform/events/consume'
import type { Change } from '@veritrace/platform/events/event'

type Title = (happened: { by: string; what: string; data: Record<string, unknown>; row: OutboxRow }) => string

/** Undefined if the event is not about security. */
export function securityTitle(row: OutboxRow, changes: readonly Change[]): string | undefined {
  const { actor, resource, data } = row.payload
  const role = changes.find(({ field }) => field === 'role')
  if (row.type === 'member.change_role' && role)
    return `${actor.label} changed the role of ${resource.label} from ${role.from} to ${role.to}`
  // Members who end their own sessions are not notified.
  if (row.type === 'session.revoke')
    return data.user_id === undefined ? undefined : `${actor.label} ended a session of ${resource.label}`
  return SECURITY.get(row.type)?.({ by: actor.label, what: resource.label, data, row })
}

const SECURITY = new Map<string, Title>([
  ['api_key.create', ({ by, what, data }) => `${by} created the API key “${what}”${asRole(data)}`],
  ['api_key.revoke', ({ by, what }) => `${by} revoked the API key “${what}”`],
  ['pat.create', ({ by, what }) => `${by} created the personal access token “${what}”`],
  ['member.add', joined],
  ['invitation.accept', ({ by, data }) => `${by} accepted an invitation and joined${asRole(data)}`],
  ['member.remove', ({ by, what }) => `${by} removed ${what} from the workspace`],
  ['user.change_password', ({ what }) => `The password of ${what} was changed`],
  ['user.reset_password', ({ what }) => `The password of ${what} was reset through an emailed link`],
  ['webhook.create', ({ by, what }) => `${by} created a webhook that sends events to ${what}`],
  ['webhook.update', ({ by, what }) => `${by} changed the webhook to ${what}`],
  ['webhook.rotate_secret', ({ by, what }) => `${by} rotated the secret of the webhook to ${what}`],
  ['webhook.delete', ({ by, what }) => `${by} deleted the webhook to ${what}`],
  ['webhook.disable', ({ what }) => `The webhook to ${what} was disabled: it could not be reached for too long`],
  ['customer.export', ({ by }) => `${by} exported the workspace’s data`],
])

function joined({ by, what, data, row: { payload } }: Parameters<Title>[0]): string {
  return payload.actor.id === payload.resource.id
    ? `${what} joined${asRole(data)}`
    : `${by} added ${what}${asRole(data)}`
}

const asRole = ({ role }: Record<string, unknown>): string => (typeof role === 'string' ? ` as ${role}` : '')

const UNPAID = new Set<unknown>(['past_due', 'unpaid', 'incomplete'])

/** Undefined if no one needs to know, such as when a subscription renews. */
export function billingTitle({ type, payload }: OutboxRow, changes: readonly Change[]): string | undefined {
  if (type === 'subscription.cancel')
    return `${payload.actor.label} canceled the subscription${payload.data.at_period_end ? ', effective at the end of the period' : ''}`
  if (type !== 'subscription.update') return undefined
  const plan = changes.find(({ field }) => field === 'plan')
  const status = changes.find(({ field }) => field === 'subscription_status')
  const parts = [
    ...(status && UNPAID.has(status.to) ? ['A payment failed: check the payment method'] : []),
    ...(plan ? [`The plan changed from ${plan.from} to ${plan.to}`] : []),
  ]
  return parts.length > 0 ? parts.join('. ') : undefined
}
