// The neighborhood of a node: validates the request, walks, and returns the result.
import type { TraversalRequest, TraversalResult } from '@veritrace/contract/graph/traversal'
import type { Graph } from '../deps.ts'
import { readableScope } from '../scope/readable-scope.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import type { Problem } from '../statements/check-statement.ts'
import { refuse } from '../statements/refuse.ts'
import { isIri } from '../terms/iri.ts'
import { isBlankLabel } from '../terms/term.ts'
import { wantedOf } from './rules.ts'
import type { Within } from './store.ts'
import { loneNode, viewFound } from './view.ts'
import { type Route, type WalkSource, walk } from './walk.ts'
import { admitting, databaseSource, describeNodes } from './walk-source.ts'

export async function traverse(
  { db, indexes }: Pick<Graph, 'db' | 'indexes'>,
  scope: Scope,
  request: TraversalRequest,
  signal?: AbortSignal,
): Promise<TraversalResult> {
  const problems = problemsOf(request)
  if (problems.length > 0) refuse(problems)
  // Runs in parallel with the queries of the index.
  const reading = readableScope({ db }, scope).then(withinOf)
  reading.catch(() => undefined)
  const wanted = wantedOf(request.where ?? {})

  async function run(source: WalkSource, describe?: (nodes: readonly number[]) => Promise<void>) {
    const { graph } = source
    const within = await reading
    const route = routeOf(request, within)
    const admit = wanted.length > 0 ? { admit: admitting(db, within, graph, wanted) } : {}
    const found = await walk({ ...source, ...admit }, route, signal)
    if (!found) return loneNode(route.start)
    await describe?.(found.nodes)
    return viewFound(graph, found, within.context)
  }

  const indexed = await indexes.use(scope.tenant, scope.workspace, (graph) => run({ graph }))
  if (indexed) return indexed.done
  const within = await reading
  const source = databaseSource(db, within, routeOf(request, within))
  return run(source, (nodes) => describeNodes(db, within, source.graph, nodes))
}

const withinOf = (scope: Scope): Within => ({
  tenant: scope.tenant,
  workspace: scope.workspace,
  context: onlyContext(scope),
})

const routeOf = (request: TraversalRequest, { context }: Within): Route => ({
  start: request.start,
  predicates: request.predicates ?? [],
  direction: request.direction ?? 'out',
  depth: request.depth ?? 1,
  limit: request.limit ?? 1_000,
  minConfidence: request.minConfidence ?? 0,
  context,
})

function problemsOf({ start, predicates = [], where = {} }: TraversalRequest): Problem[] {
  const wrong = (path: string, message: string): Problem => ({ path, code: 'invalid_body', message })
  const named = [
    ...predicates.map((iri, index) => ({ path: `predicates.${index}`, iri })),
    ...Object.keys(where).map((iri) => ({ path: `where.${iri}`, iri })),
  ]
  return [
    ...(isNode(start) ? [] : [wrong('start', 'must be an absolute IRI, or a blank node as _:label')]),
    ...named.filter(({ iri }) => !isIri(iri)).map(({ path }) => wrong(path, 'must be an absolute IRI')),
  ]
}

const isNode = (text: string): boolean => (text.startsWith('_:') ? isBlankLabel(text.slice(2)) : isIri(text))
