// What is connected to an artifact, and the paths between two artifacts.
import type { TraverseNode, TraverseResponse } from '@veritrace/contract/casework/traverse'
import { isAppError } from '@veritrace/platform/errors'
import type { Pack } from '../../packs/pack.ts'
import { runTraverse } from '../../traverse/run-traverse.ts'
import type { Sentence } from '../check.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, nothing, step } from './asking.ts'
import { fillTemplate, placeholdersOf } from './template.ts'

const MAX_NAMED = 12
const STEPS = 2
const STEPS_TO_GOAL = 6

export async function walk(asking: Asking): Promise<Material> {
  const { params, intent, sources } = asking
  const start = params.from ?? params.name
  if (!start) return nothing('traverse', 'The question does not name a starting point.')
  const found = await traverse(asking, start)
  if (!found) return nothing('traverse', 'Searched the estate and the lists.')
  const { nodes, paths = [] } = found
  const others = nodes.filter(({ depth }) => depth > 0)
  const first = nodes.find(({ depth }) => depth === 0)
  const depth = depthFor(asking)
  const query = `POST /traverse {"start":["${start}"],"depth":${depth}}`
  const counted = sources.computed({
    ...{ title: 'Connections in the estate and the lists', query },
    parts: [
      `${others.length} connected with ${first?.label ?? start} within ${depth} steps`,
      ...others
        .slice(0, MAX_NAMED)
        .map(({ type, label, rating }) => `${type} ${label}${rating ? `: ${rating.code}` : ''}`),
      ...paths.slice(0, 3).map((path) => wayOf(path, nodes)),
    ],
  })
  if (params.to && paths.length === 0) return nothing('traverse', 'No path connects the two.')
  const value = (text: string | number) => ({ text, cites: counted })
  const ways = paths.slice(0, 3).map((path): Sentence => ({ text: `${wayOf(path, nodes)}.`, cites: counted }))
  const worst = worstOf(asking.active.pack, others)
  const values = {
    name: value(first?.label ?? start),
    type: first && value(first.type),
    count: params.to ? undefined : value(others.length),
    depth: value(depth),
    paths: ways.length > 0 ? ways : undefined,
    code: worst === undefined ? undefined : value(worst),
  }
  const named: Sentence[] =
    params.to || others.length === 0
      ? []
      : [{ text: `Among them: ${joined(others.slice(0, MAX_NAMED).map(({ label }) => label))}.`, cites: counted }]
  return {
    sentences: [...fillTemplate(intent.template, values), ...named],
    facts: [{ name: 'connected', value: others.length, citations: counted }],
    steps: [step('traverse', `Followed ${depth} steps from ${first?.label ?? start}`, nodes.length)],
  }
}

/** A template with a depth asks in both directions; others ask only what the artifact itself depends on. */
const mentionsDepth = ({ intent }: Asking): boolean => placeholdersOf(intent.template).includes('depth')
const depthFor = (asking: Asking): number => (asking.params.to ? STEPS_TO_GOAL : mentionsDepth(asking) ? STEPS : 1)

async function traverse(asking: Asking, start: string): Promise<TraverseResponse | undefined> {
  const { deps, scope, active, target, params, projectId } = asking
  try {
    return await runTraverse(deps, scope, {
      start: [start],
      relations: relationsFor(asking),
      direction: params.to || !mentionsDepth(asking) ? 'out' : 'both',
      depth: depthFor(asking),
      limit: 500,
      ...(params.to && { path_to: params.to }),
      ...(projectId && { filter: { project_id: projectId } }),
      pack: active.pack.ref.id,
      target: target.profile_id,
      include: ['rating'],
    })
  } catch (error) {
    // An unknown artifact has no connections.
    if (isAppError(error) && error.code === 'artifact_not_found') return undefined
    throw error
  }
}

/** The relation that the intent's keywords mention, or else `depends_on`. */
function relationsFor({ active, intent }: Asking): string[] {
  const words = intent.keywords.flatMap((keyword) => keyword.toLowerCase().split(/\W+/))
  const fitting = active.pack.relations.filter(({ id }) => id.split('_').some((word) => words.includes(word)))
  return fitting.length > 0 ? [fitting[0]!.id] : ['depends_on']
}

function worstOf({ scheme }: Pack, nodes: readonly TraverseNode[]): string | undefined {
  const codes = new Set(nodes.flatMap(({ rating }) => rating?.code ?? []))
  return scheme.codes.findLast((code) => codes.has(code))
}

const wayOf = (path: readonly string[], nodes: readonly TraverseNode[]): string =>
  path.map((id) => nodes.find((node) => node.id === id)?.label ?? '').join(' → ')
