// What the page shows, in the part of the address that stays in the browser: a link reproduces it, Back goes back.

const VIEWS = ['table', 'graph', 'raw'] as const
export type View = (typeof VIEWS)[number]
export type Width = 'context' | 'workspace'

export interface Address {
  query: string
  view: View
  /** Empty: whatever the page finds. */
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

/** What is usual is left out. */
export function writeAddress({ query, view, context, scope }: Address): string {
  const given = new URLSearchParams()
  if (context) given.set('context', context)
  if (scope !== 'context') given.set('scope', scope)
  if (view !== 'table') given.set('view', view)
  if (query) given.set('query', query)
  return `#${given}`
}
