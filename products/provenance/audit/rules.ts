// What ends someone’s access while they watch, and which entries a query asks for.

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

interface Asked {
  actor?: string
  action?: string
  resource?: string
  from?: string
  to?: string
}

/** What of the query chooses entries; `page:page_1` names one resource, `page` all of a type. */
export function auditFilter({ actor, action, resource, from, to }: Asked) {
  const [type = '', id] = resource === undefined ? [] : splitOnce(resource)
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(type && { resource: { type, ...(id && { id }) } }),
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
  }
}

/** Ids may have colons of their own. */
function splitOnce(text: string): [string, string?] {
  const at = text.indexOf(':')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
