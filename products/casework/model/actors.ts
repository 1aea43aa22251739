// The actor of a change, in the form of casework.
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { Caller } from '@veritrace/platform/caller'

const KINDS = {
  user: 'user',
  api_key: 'agent',
  client: 'agent',
  system: 'system',
  crawler: 'system',
  webhook: 'webhook',
} as const

export const actorOf = ({ actor }: Pick<Caller, 'actor'>): Actor => ({
  kind: KINDS[actor.type],
  id: actor.id,
  name: actor.label,
})
