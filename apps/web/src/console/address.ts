// The state of the page in the URL fragment, so that links and the Back button work.

const VIEWS = ['table', 'graph', 'raw'] as const
export type View = (typeof VIEWS)[number]
export type Width = 'context' | 'workspace'

export interface Address {
  query: string
  view: View
  /** If empty, the page chooses a context. */
  context: string
  scope: Width
}

export function readAddress(hash: string): Address {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    query: given.get('query') ?? '',
    view: VIEWS.find((view) => view === given.get('view')) ?? 'table',
    context: given.get('context') ?? '',
    scope: given.get('scope') === 'workspace' ? 'workspace' : 'context',
  }
}

/** Leaves out default values. */
export function writeAddress({ query, view, context, scope }: Address): string {
  const given = new URLSearchParams()
  if (context) given.set('context', context)
  if (scope !== 'context') given.set('scope', scope)
  if (view !== 'table') given.set('view', view)
  if (query) given.set('query', query)
  return `#${given}`
}
