import { COLLAPSES, DIRECTIONS, MOST_STEPS, type TraverseRequest } from '@veritrace/contract/casework/traverse'

interface Params {
  start: string
  relations?: string | undefined
  direction?: string | undefined
  depth?: string | undefined
  collapse?: string | undefined
  path?: string | undefined
  target?: string | undefined
}

const MAX_NODES = 2_000
export const MAX_STARTS = 20

/** Builds the request from the search parameters. Invalid values fall back to defaults. */
export function requestOf(params: Params, projectId: string | undefined): TraverseRequest {
  const direction = DIRECTIONS.find((one) => one === params.direction)
  const collapse = COLLAPSES.find((one) => one === params.collapse)
  const depth = Math.min(MOST_STEPS, Math.max(1, Number(params.depth) || 2))
  const relations = listOf(params.relations)
  return {
    start: listOf(params.start).slice(0, MAX_STARTS),
    depth,
    limit: MAX_NODES,
    include: ['rating', 'layout', 'provenance'],
    ...(relations.length > 0 && { relations }),
    ...(direction && { direction }),
    ...(collapse && { collapse }),
    ...(params.path && { path_to: params.path }),
    ...(params.target && { target: params.target }),
    ...(projectId && { filter: { project_id: projectId } }),
  }
}

export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
