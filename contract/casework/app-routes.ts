// Addresses of the browser app below /app, as the server and the browser both know them.

export const TABS = ['search', 'corpus', 'compare', 'graph'] as const
export const PHASES = ['corpus', 'resolve', 'graph', 'plan', 'review'] as const
export type Tab = (typeof TABS)[number]
export type Phase = (typeof PHASES)[number]

/**
 * Old addresses, and those that a page stands below: where they lead, and what the target's own query is. What stood in the
 * old query is kept beside it.
 */
export const REDIRECTS: Readonly<Record<string, { to: string; query?: Readonly<Record<string, string>> }>> = {
  '/': { to: '/home' },
  '/overview': { to: '/home' },
  '/command-center': { to: '/home' },
  '/control': { to: '/govern' },
  '/clean-core': { to: '/govern' },
  '/resolve': { to: '/investigate' },
  '/evidence': { to: '/investigate' },
  '/knowledge': { to: '/investigate', query: { tab: 'corpus' } },
  '/corpus': { to: '/investigate', query: { tab: 'corpus' } },
  '/compare': { to: '/investigate', query: { tab: 'compare' } },
  '/graph': { to: '/investigate', query: { tab: 'graph' } },
  '/explorer': { to: '/investigate', query: { tab: 'graph' } },
  '/plan': { to: '/cases', query: { intent: 'new-plan' } },
  '/planner': { to: '/cases', query: { intent: 'new-plan' } },
  '/operate': { to: '/operate/corpus' },
  '/settings': { to: '/settings/access' },
}

const LEGACY: Readonly<Record<Phase, readonly string[]>> = {
  corpus: ['evidence', 'sources', 'documents', 'corpus', 'files'],
  resolve: ['resolve', 'resolution', 'findings', 'objects', 'recommendations', 'overview'],
  graph: ['graph', 'explorer', 'dependencies', 'map'],
  plan: ['plan', 'plans', 'planner', 'estimate', 'tasks', 'timeline'],
  review: ['review', 'reviews', 'approval', 'audit', 'history', 'deliveries', 'transports', 'feedback'],
}

/** The phase that an old tab of a case became; undefined where there is none, and the case says which it is in. */
export const phaseOfLegacyTab = (tab: string): Phase | undefined => PHASES.find((phase) => LEGACY[phase].includes(tab))

/** Where an address below /app leads, with its query; undefined where it stays. */
export function redirectOf(path: string, query: string): string | undefined {
  const found = REDIRECTS[path === '' ? '/' : path]
  if (found) return join(found.to, query, found.query)
  const [, id, tab] = /^\/cases\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  if (!id || !tab) return undefined
  const phase = phaseOfLegacyTab(tab)
  return join(`/cases/${id}`, query, phase && { phase })
}

function join(to: string, query: string, own: Readonly<Record<string, string>> = {}): string {
  const words = new URLSearchParams(query)
  for (const [name, value] of Object.entries(own)) words.set(name, value)
  return words.size > 0 ? `${to}?${words}` : to
}
