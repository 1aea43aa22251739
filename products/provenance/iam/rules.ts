// The queries that the identity provider may receive. A caller's path is never passed on: it is looked up here, and the
// provider's path is built from known ids.

const QUESTIONS = {
  'users/me': 'users/{user}',
  'organizations/current': 'organizations/{tenant}',
  members: 'organizations/{tenant}/members',
  'members/{id}': 'organizations/{tenant}/members/{id}',
  roles: 'roles',
} as const

export type Path = keyof typeof QUESTIONS
export interface Question {
  path: Path
  /** The member to look up. */
  id?: string
}

/** Ids of the supported providers. The pattern excludes slashes, backslashes, percent signs and ids made of dots only. */
const ID = /^(?!\.+$)[A-Za-z0-9_@|.~-]{1,128}$/

/** The query for a path that was decoded once; undefined if there is none. */
export function questionOf(path: string): Question | undefined {
  if (path === 'members/{id}') return undefined
  if (isPath(path)) return { path }
  const [, id] = /^members\/([^/]+)$/.exec(path) ?? []
  return id && ID.test(id) ? { path: 'members/{id}', id } : undefined
}

const isPath = (path: string): path is Path => Object.hasOwn(QUESTIONS, path)

/** The provider's URL for a query; undefined if an id could change the path. */
export function questionUrl(
  base: string,
  { path, id = '' }: Question,
  { tenant, user }: { tenant: string; user: string },
): URL | undefined {
  const ids: Record<string, string> = { tenant, user, id }
  const segments = QUESTIONS[path].split('/').map((word) => ids[word.slice(1, -1)] ?? word)
  if (!segments.every((segment) => ID.test(segment))) return undefined
  return new URL(`${base}/${segments.map(encodeURIComponent).join('/')}`)
}
