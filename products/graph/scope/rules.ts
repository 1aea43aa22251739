// Which graph a name means, seen from a workspace. Pure.

/** `urn:tenant:<tenant>:ws:<workspace>:graph:<name>` */
export const contextIri = (tenant: string, workspace: string, name: string): string =>
  `${graphPrefix(tenant, workspace)}${name}`

/** What the IRIs of all contexts of a workspace begin with. */
export const graphPrefix = (tenant: string, workspace: string): string => `urn:tenant:${tenant}:ws:${workspace}:graph:`

/** What follows a context in the name of the virtual graph with the statements about its statements. */
const META = '/meta'
export const metaGraph = (context: string): string => context + META
/** The context of a graph of metadata; undefined for any other graph, since no context has a slash in its name. */
export const describedContext = (graph: string): string | undefined =>
  graph.endsWith(META) ? graph.slice(0, -META.length) : undefined

/** The name of a context, or why it is none: `foreign` lies outside the workspace, `malformed` nowhere. */
export type ContextVerdict = { name: string } | { refused: 'foreign' | 'malformed' }

/** Reads a whole IRI or a bare name. A name has no colon, so that the two cannot be mistaken for each other. */
export function readContext(text: string, tenant: string, workspace: string): ContextVerdict {
  const prefix = graphPrefix(tenant, workspace)
  if (text.includes(':') && !text.startsWith(prefix)) return { refused: 'foreign' }
  const name = text.startsWith(prefix) ? text.slice(prefix.length) : text
  return NAME.test(name) ? { name } : { refused: 'malformed' }
}

const NAME = /^[A-Za-z0-9._~-]{1,128}$/

const COPY = '+old'
/** Where a context is read while it is replaced. Nobody else can write there: no name has a plus. */
export const copyName = (name: string): string => name + COPY
export const isCopy = (name: string): boolean => name.endsWith(COPY)
/** The copy of a context, the context of a copy. */
export const counterpartName = (name: string): string => (isCopy(name) ? name.slice(0, -COPY.length) : copyName(name))
/** The context that a statement is told to be in: nobody has to know of the copies. */
export const ownName = (name: string): string => (isCopy(name) ? counterpartName(name) : name)

/** The context of a graph that is stored, copies included; undefined for a graph of metadata. */
export function storedContext(graph: string, tenant: string, workspace: string): string | undefined {
  const prefix = graphPrefix(tenant, workspace)
  return graph.startsWith(prefix) && describedContext(graph) === undefined ? graph.slice(prefix.length) : undefined
}

const GRAPH_SCOPES = ['context', 'workspace'] as const
export type Width = (typeof GRAPH_SCOPES)[number]

/** `context` where the header X-Graph-Scope is not there; undefined where it says something else. */
export const readWidth = (header: string | string[] | undefined): Width | undefined =>
  header === undefined ? 'context' : GRAPH_SCOPES.find((width) => width === header)
