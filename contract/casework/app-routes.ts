// Routes of the browser app below /app, shared by the server and the browser.

export const TABS = ['search', 'corpus', 'compare', 'graph'] as const
export const PHASES = ['corpus', 'resolve', 'graph', 'plan', 'review'] as const
export type Tab = (typeof TABS)[number]
export type Phase = (typeof PHASES)[number]

/**
 * Redirects from old addresses, and from addresses without a page. `query` is added to the query of the
 * request.
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

/** The phase that replaced an old tab of a case. If undefined, the case itself determines its phase. */
export const phaseOfLegacyTab = (tab: string): Phase | undefined => PHASES.find((phase) => LEGACY[phase].includes(tab))

/** The redirect target of an address below /app with its query; undefined if there is no redirect. */
export function redirectOf(path: string, query: string): string | undefined {
  const found = REDIRECTS[path === '' ? '/' : path]
  if (found) return join(found.to, query, found.query)
  const [, id, tab] = /^\/cases\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  if (!id || !tab) return undefined
  const phase = phaseOfLegacyTab(tab)
  return join(`/cases/${id}`, query, phase && { phase })
}

function join(to: string, query: string, added: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(added)) params.set(name, value)
  return params.size > 0 ? `${to}?${params}` : to
}
