// POST /traverse: finds the start nodes, traverses the graph and returns the nodes and edges.
import type { TraverseNode, TraverseRequest, TraverseResponse } from '@veritrace/contract/casework/traverse'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { estateOf } from '../estate/estate-of.ts'
import type { Scope } from '../model/space.ts'
import { targetOf } from '../packs/packs.ts'
import { namespacesOf } from '../rating/identity.ts'
import { catalogOf, readLists } from '../rating/lists.ts'
import { findProjectHead, listActiveProjects } from '../readiness/store.ts'
import { collapse } from './collapse.ts'
import { contextNames } from './contexts.ts'
import { estateGraphOf } from './estate-graph.ts'
import { openFilter } from './filter.ts'
import { type Graph, openGraph } from './graph.ts'
import { layoutOf } from './layout.ts'
import { openOutside } from './outside.ts'
import { shortestPaths } from './paths.ts'
import { openRatings, type Ratings } from './ratings.ts'
import { type Follow, readFollow, relationWords, unrecorded } from './relations.ts'
import { findNodes } from './starts.ts'
import { viewEdges, viewNodes } from './view.ts'
import { type Walked, walk } from './walk.ts'

/** The maximum number of returned edges; more would be unreadable. */
const MAX_EDGES = 20_000
/** The maximum number of visited nodes if only few are returned: for paths to a goal, and for groups. */
const MAX_VISITED = 50_000

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs'>

export async function runTraverse(deps: Deps, scope: Scope, asked: TraverseRequest): Promise<TraverseResponse> {
  const begun = performance.now()
  const { graph, follow } = await openWalk(deps, scope, asked)
  const warnings = unrecorded(follow).map((relation) => `No data is recorded for the relation ${relation}.`)
  const starts = await startsOf(deps, graph, asked.start, warnings)
  const goal = asked.path_to === undefined ? undefined : (await findNodes(deps, graph, asked.path_to))[0]
  if (asked.path_to !== undefined && goal === undefined) warnings.push(`“${asked.path_to}” is unknown.`)
  const ratings = openRatings(deps, graph)
  const walked = await walkFrom(graph, starts, asked, follow, ratings, goal)
  const wants = new Set(asked.include)
  const paths = asked.path_to === undefined ? undefined : goal === undefined ? [] : shortestPaths(walked, goal)
  if (paths?.length === 0 && goal !== undefined) warnings.push('No path was found within the depth limit.')
  const shown = paths ? onPaths(walked, paths) : walked
  const { nodes, edges } = await show(graph, shown, asked, ratings)
  const most = asked.limit ?? 500
  const kept = nodes.slice(0, most)
  const ids = new Set(kept.map(({ id }) => id))
  const left = kept.length === nodes.length ? edges : edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
  const reason = walked.truncated ?? (kept.length < nodes.length ? `more than ${most} nodes` : undefined)
  return {
    nodes: wants.has('layout') ? placed(kept, left) : kept,
    edges: left,
    ...(paths && { paths: paths.map((path) => path.map((number) => graph.refOf(number).id)) }),
    stats: {
      visited: walked.visited,
      returned: kept.length,
      truncated: reason !== undefined,
      ...(reason !== undefined && { truncated_reason: reason }),
      elapsed_ms: Math.round((performance.now() - begun) * 10) / 10,
    },
    warnings,
  }
}

async function openWalk(deps: Deps, scope: Scope, asked: TraverseRequest): Promise<{ graph: Graph; follow: Follow }> {
  const projectId = asked.filter?.project_id
  const project = projectId && ((await findProjectHead(deps.db, scope, projectId)) ?? notFound('project', projectId))
  const active = await deps.packs.of(scope, asked.pack ?? (project ? project.pack_id : undefined))
  const follow = readFollow(active.pack, asked.relations ?? ['depends_on'], asked.direction ?? 'out')
  if ('unknown' in follow)
    return fail('unknown_relation', `${active.pack.title} has no relation ${follow.unknown.join(', ')}.`, {
      allowed: relationWords(active.pack),
    })
  const projects = project ? [project] : await listActiveProjects(deps.db, scope, active.pack.ref.id)
  const goals = new Set(projects.map(({ default_target }) => default_target))
  const target = targetOf(active, asked.target ?? (goals.size === 1 ? projects[0]!.default_target : undefined))
  const estates = []
  for (const { id } of projects) estates.push(await estateOf(deps, scope, id))
  const lists = readLists(await catalogOf(deps, scope, active), target)
  const graph = openGraph({
    ...scope,
    db: deps.db,
    space: deps.corpusSpace,
    active,
    target,
    entries: lists.map(({ entry }) => entry.id),
    contextOfEntry: contextNames(lists),
    estateGraph: estateGraphOf(estates, namespacesOf(active.pack).isOwn),
  })
  return { graph, follow }
}

/** 404 if none of the start nodes is known; a warning for each unknown one. */
async function startsOf(deps: Deps, graph: Graph, texts: readonly string[], warnings: string[]): Promise<number[]> {
  const starts = new Set<number>()
  for (const text of texts) {
    const found = await findNodes(deps, graph, text)
    if (found.length === 0) warnings.push(`“${text}” is unknown.`)
    for (const number of found) starts.add(number)
  }
  return starts.size > 0 ? [...starts] : notFound('artifact', texts.join(', '))
}

function walkFrom(
  graph: Graph,
  starts: readonly number[],
  asked: TraverseRequest,
  follow: Follow,
  ratings: Ratings,
  goal: number | undefined,
): Promise<Walked> {
  const passes = openFilter(graph, asked.filter ?? {})
  const codes = new Set(asked.filter?.codes)
  const isWide = goal !== undefined || (asked.collapse ?? 'none') !== 'none'
  return walk(graph.estateGraph, starts, {
    follow,
    depth: asked.depth ?? 2,
    limit: isWide ? MAX_VISITED : (asked.limit ?? 500),
    mostEdges: isWide ? Number.POSITIVE_INFINITY : MAX_EDGES,
    minConfidence: asked.filter?.min_confidence ?? 0,
    outside: openOutside(graph, follow),
    accept: async (candidates) => {
      const fitting = candidates.filter(passes)
      if (codes.size === 0) return fitting
      const rated = await ratings.of(fitting)
      // The goal passes whatever its rating; nodes without a rating do not match a filter by code.
      return fitting.filter((number) => number === goal || codes.has(rated.get(number)?.code ?? ''))
    },
    ...(goal !== undefined && { goal }),
  })
}

/** Keeps only the nodes and edges on the paths. */
function onPaths(walked: Walked, paths: readonly number[][]): Walked {
  const nodes = new Set(paths.flat())
  return {
    ...walked,
    depth: new Map([...walked.depth].filter(([number, steps]) => nodes.has(number) || steps === 0)),
    edges: walked.edges.filter(({ from, to }) => nodes.has(from) && nodes.has(to)),
  }
}

async function show(
  graph: Graph,
  walked: Walked,
  { collapse: by = 'none', include }: TraverseRequest,
  ratings: Ratings,
) {
  if (by !== 'none') return collapse(graph, walked, by)
  const nodes = viewNodes(graph, walked)
  const edges = viewEdges(graph, walked.edges, include?.includes('provenance') ?? false)
  if (!include?.includes('rating')) return { nodes, edges }
  const numbers = [...walked.depth.keys()]
  const rated = await ratings.of(numbers)
  return {
    nodes: nodes.map((node, at) => {
      const rating = rated.get(numbers[at]!)
      return rating ? { ...node, rating } : node
    }),
    edges,
  }
}

function placed(nodes: readonly TraverseNode[], edges: TraverseResponse['edges']): TraverseNode[] {
  const number = new Map(nodes.map(({ id }, at) => [id, at]))
  const points = layoutOf(
    nodes.length,
    edges.map(({ from, to }) => ({ from: number.get(from)!, to: number.get(to)! })),
  )
  return nodes.map((node, at) => ({ ...node, ...points[at]! }))
}
