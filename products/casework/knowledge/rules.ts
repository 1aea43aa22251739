// The named graphs of casework: what they are called, and how one that should hold this and does hold that is doing. Pure.

/** One named graph of a workspace, such as `catalog.sap.pce-2023-3` or `estate.prj_…`. */
export interface GraphContext {
  tenant: string
  workspace: string
  name: string
}

/** The tenant that keeps what all share; its workspace is the space of the shared corpus. */
export const SYSTEM_TENANT = 'system'

export const contextIri = ({ tenant, workspace, name }: GraphContext): string =>
  `urn:tenant:${tenant}:ws:${workspace}:graph:${name}`

/** The workspace whose graphs hold what a space of the corpus says: `shared`, or `<tenant>/<workspace>`. */
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

/** The graph of an entry: of its list where it is a catalogue, else of the source it is a page of. */
export const entryContext = (entry: Listed, iriBase: string): GraphContext => ({
  ...placeOfSpace(entry.space),
  name: graphName(entry.list_id === null ? `corpus.${entry.source_id}` : `${catalogPrefix(iriBase)}${entry.list_id}`),
})

/** `urn:sap:obj:` makes `catalog.sap.`: lists are kept by the namespace of the things they name. */
const catalogPrefix = (iriBase: string): string => `catalog.${iriBase.split(':')[1] || 'things'}.`

export const decisionsContext = (place: Pick<GraphContext, 'tenant' | 'workspace'>): GraphContext => ({
  tenant: place.tenant,
  workspace: place.workspace,
  name: 'decisions',
})

/** Where a graph is made ready to be swapped; no list, source or project has a `~` in its name. */
export const besideOf = (context: GraphContext, part: 'next' | 'gone'): GraphContext => ({
  ...context,
  name: `${context.name.slice(0, LONGEST_NAME - 5)}~${part}`,
})

const LONGEST_NAME = 128

/** Names of graphs have letters, digits and . _ ~ - alone, 128 at most; `~` is ours. */
const graphName = (text: string): string => text.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, LONGEST_NAME)

export const kindOf = ({ name }: Pick<GraphContext, 'name'>): string => name.split('.')[0]!

export interface Standing {
  built_at: Date | null
  outbox: 'pending' | 'retry' | 'dead' | 'auth_dead' | null
  leased: boolean
  drift: number | null
}

export type ContextState = 'ready' | 'building' | 'stale' | 'failed' | 'missing'

export function stateOf({ built_at, outbox, leased, drift }: Standing): ContextState {
  if (leased) return 'building'
  if (outbox === 'dead' || outbox === 'auth_dead') return 'failed'
  if (built_at === null) return 'missing'
  return outbox !== null || (drift !== null && drift !== 0) ? 'stale' : 'ready'
}
