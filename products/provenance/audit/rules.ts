// Which entries end a live stream, and which entries a query selects.

interface Watcher {
  sessionId?: string
  actor: { id: string }
}
interface Entry {
  action: string
  resource: { type: string; id: string }
}

/** By action: the watcher's id that ends the stream if it is the resource of the entry. */
const ENDS: Record<string, (watcher: Watcher) => string | undefined> = {
  'session.revoke': ({ sessionId }) => sessionId,
  'api_key.revoke': ({ actor }) => actor.id,
  'member.remove': ({ actor }) => actor.id,
}

export const endsAccess = ({ action, resource }: Entry, watcher: Watcher): boolean =>
  action === 'tenant.delete' || (ENDS[action] !== undefined && ENDS[action](watcher) === resource.id)

interface Query {
  actor?: string
  action?: string
  resource?: string
  from?: string
  to?: string
}

/** The filters of a query. `page:page_1` selects one resource, `page` all of that type. */
export function auditFilter({ actor, action, resource, from, to }: Query) {
  const [type = '', id] = resource === undefined ? [] : splitOnce(resource)
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(type && { resource: { type, ...(id && { id }) } }),
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
  }
}

/** Splits at the first colon, because ids may contain colons. */
function splitOnce(text: string): [string, string?] {
  const at = text.indexOf(':')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
