import { COLLAPSES, DIRECTIONS, MOST_STEPS, type TraverseRequest } from '@veritrace/contract/casework/traverse'

interface Words {
  start: string
  relations?: string | undefined
  direction?: string | undefined
  depth?: string | undefined
  collapse?: string | undefined
  path?: string | undefined
  target?: string | undefined
}

const MOST_NODES = 2_000
export const MOST_STARTS = 20

/** What the address asks of the graph; what it says wrongly falls back to the standard. */
export function requestOf(words: Words, projectId: string | undefined): TraverseRequest {
  const direction = DIRECTIONS.find((one) => one === words.direction)
  const collapse = COLLAPSES.find((one) => one === words.collapse)
  const depth = Math.min(MOST_STEPS, Math.max(1, Number(words.depth) || 2))
  const relations = listOf(words.relations)
  return {
    start: listOf(words.start).slice(0, MOST_STARTS),
    depth,
    limit: MOST_NODES,
    include: ['rating', 'layout', 'provenance'],
    ...(relations.length > 0 && { relations }),
    ...(direction && { direction }),
    ...(collapse && { collapse }),
    ...(words.path && { path_to: words.path }),
    ...(words.target && { target: words.target }),
    ...(projectId && { filter: { project_id: projectId } }),
  }
}

export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
