// The names and IRIs of graphs within a workspace. Pure functions.

/** `urn:tenant:<tenant>:ws:<workspace>:graph:<name>` */
export const contextIri = (tenant: string, workspace: string, name: string): string =>
  `${graphPrefix(tenant, workspace)}${name}`

/** The common prefix of the IRIs of all contexts of a workspace. */
export const graphPrefix = (tenant: string, workspace: string): string => `urn:tenant:${tenant}:ws:${workspace}:graph:`

/** Suffix of the virtual graph with the metadata of a context's statements. */
const META = '/meta'
export const metaGraph = (context: string): string => context + META
/** The context of a metadata graph; undefined for any other graph. Context names contain no slash. */
export const describedContext = (graph: string): string | undefined =>
  graph.endsWith(META) ? graph.slice(0, -META.length) : undefined

/** The name of a context, or why it is invalid: `foreign` means outside the workspace. */
export type ContextVerdict = { name: string } | { refused: 'foreign' | 'malformed' }

/** Parses a full IRI or a bare name. A name contains no colon, so the two cannot be confused. */
export function readContext(text: string, tenant: string, workspace: string): ContextVerdict {
  const prefix = graphPrefix(tenant, workspace)
  if (text.includes(':') && !text.startsWith(prefix)) return { refused: 'foreign' }
  const name = text.startsWith(prefix) ? text.slice(prefix.length) : text
  return NAME.test(name) ? { name } : { refused: 'malformed' }
}

const NAME = /^[A-Za-z0-9._~-]{1,128}$/

const COPY = '+old'
/**
 * The context that is read during a replacement. Callers cannot address it, because valid names contain no plus sign.
 */
export const copyName = (name: string): string => name + COPY
export const isCopy = (name: string): boolean => name.endsWith(COPY)
/** The name of the copy for a context, and vice versa. */
export const counterpartName = (name: string): string => (isCopy(name) ? name.slice(0, -COPY.length) : copyName(name))
/** The context name to show to callers, who do not see copies. */
export const ownName = (name: string): string => (isCopy(name) ? counterpartName(name) : name)

/** The context of a stored graph, which may be a copy; undefined for a metadata graph. */
export function storedContext(graph: string, tenant: string, workspace: string): string | undefined {
  const prefix = graphPrefix(tenant, workspace)
  return graph.startsWith(prefix) && describedContext(graph) === undefined ? graph.slice(prefix.length) : undefined
}

const GRAPH_SCOPES = ['context', 'workspace'] as const
export type Width = (typeof GRAPH_SCOPES)[number]

/** The default is `context`; undefined if the X-Graph-Scope header has any other value. */
export const readWidth = (header: string | string[] | undefined): Width | undefined =>
  header === undefined ? 'context' : GRAPH_SCOPES.find((width) => width === header)
