// What ends someone's access while they watch. The audit log tells it like everything else.

interface Watcher {
  sessionId?: string
  actor: { id: string }
}
interface Told {
  action: string
  resource: { type: string; id: string }
}

/** The ids whose end, in an entry with this action, is the end of the watcher too. */
const ENDS: Record<string, (watcher: Watcher) => string | undefined> = {
  'session.revoke': ({ sessionId }) => sessionId,
  'api_key.revoke': ({ actor }) => actor.id,
  'member.remove': ({ actor }) => actor.id,
}

export const endsAccess = ({ action, resource }: Told, watcher: Watcher): boolean =>
  action === 'tenant.delete' || (ENDS[action] !== undefined && ENDS[action](watcher) === resource.id)
