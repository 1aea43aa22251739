// The names of casework's named graphs, and their state. Pure.
import type { GraphContext } from '../model/graph-contexts.ts'

/** The tenant of the shared graphs; its workspace is the space of the shared corpus. */
export const SYSTEM_TENANT = 'system'

export const contextIri = ({ tenant, workspace, name }: GraphContext): string =>
  `urn:tenant:${tenant}:ws:${workspace}:graph:${name}`

/** The workspace whose graphs contain a space of the corpus: `shared`, or `<tenant>/<workspace>`. */
export function placeOfSpace(space: string): { tenant: string; workspace: string } {
  const slash = space.indexOf('/')
  if (slash < 0) return { tenant: SYSTEM_TENANT, workspace: space }
  return { tenant: space.slice(0, slash), workspace: space.slice(slash + 1) }
}

export const spaceOfPlace = ({ tenant, workspace }: Pick<GraphContext, 'tenant' | 'workspace'>): string =>
  tenant === SYSTEM_TENANT ? workspace : `${tenant}/${workspace}`

interface Listed {
  space: string
  source_id: string
  list_id: string | null
}

/** The graph of an entry: one per list for catalogs, one per source for documents. */
export const entryContext = (entry: Listed, iriBase: string): GraphContext => ({
  ...placeOfSpace(entry.space),
  name: graphName(entry.list_id === null ? `corpus.${entry.source_id}` : `${catalogPrefix(iriBase)}${entry.list_id}`),
})

/** `urn:sap:obj:` gives `catalog.sap.`, so lists are grouped by the namespace of their artifacts. */
const catalogPrefix = (iriBase: string): string => `catalog.${iriBase.split(':')[1] || 'things'}.`

export const decisionsContext = (place: Pick<GraphContext, 'tenant' | 'workspace'>): GraphContext => ({
  tenant: place.tenant,
  workspace: place.workspace,
  name: 'decisions',
})

/** A staging graph for the next swap. No list, source or project has a `~` in its name. */
export const stagingOf = (context: GraphContext, part: 'next' | 'gone'): GraphContext => ({
  ...context,
  name: `${context.name.slice(0, MAX_NAME_LENGTH - 5)}~${part}`,
})

const MAX_NAME_LENGTH = 128

/** Graph names have up to 128 characters of a-z, A-Z, 0-9 and . _ ~ -; `~` is reserved for staging. */
const graphName = (text: string): string => text.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, MAX_NAME_LENGTH)

export const kindOf = ({ name }: Pick<GraphContext, 'name'>): string => name.split('.')[0]!

export interface SyncFacts {
  built_at: Date | null
  outbox: 'pending' | 'retry' | 'dead' | 'auth_dead' | null
  leased: boolean
  drift: number | null
}

export type ContextState = 'ready' | 'building' | 'stale' | 'failed' | 'missing'

export function stateOf({ built_at, outbox, leased, drift }: SyncFacts): ContextState {
  if (leased) return 'building'
  if (outbox === 'dead' || outbox === 'auth_dead') return 'failed'
  if (built_at === null) return 'missing'
  return outbox !== null || (drift !== null && drift !== 0) ? 'stale' : 'ready'
}
