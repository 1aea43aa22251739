// The few questions that may be put to an identity provider. A path is never passed on: it is looked up here, and
// the one that is asked is built anew from ids that we know.

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
  /** The member that is asked about. */
  id?: string
}

/** Ids of the providers we know; none of them is made of dots, and none needs a slash, a backslash or a percent sign. */
const ID = /^(?!\.+$)[A-Za-z0-9_@|.~-]{1,128}$/

/** The question that a path, decoded once, stands for; undefined where it is none of ours. */
export function questionOf(path: string): Question | undefined {
  if (path === 'members/{id}') return undefined
  if (isPath(path)) return { path }
  const [, id] = /^members\/([^/]+)$/.exec(path) ?? []
  return id && ID.test(id) ? { path: 'members/{id}', id } : undefined
}

const isPath = (path: string): path is Path => Object.hasOwn(QUESTIONS, path)

/** Where a provider is asked; undefined where an id could lead elsewhere. */
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
