// POST /search/vector: the nodes with the nearest vectors.
import { LABELS_SPACE, type VectorFilter, type VectorHit, type VectorQuery } from '@veritrace/contract/graph/search'
import { fail, notFound } from '@veritrace/platform/errors'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { unitVector } from '../embedder/embedder.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { wrongNames } from './check-names.ts'
import { findNearest, type NearNode, type NearQuery } from './find-nearest.ts'
import { factsOf } from './hits.ts'
import { bestLabel, RDF_TYPE } from './label-rules.ts'
import { labelSpaces, nearLabels } from './near-labels.ts'
import { requestEmbedding } from './request-embedding.ts'
import { listStatements, type Within } from './store.ts'
import type { SpaceRow } from './tables.ts'
import { listSpaces } from './vector-store.ts'

type Parts = Pick<Graph, 'db' | 'search' | 'jobs' | 'clock'>

/**
 * The caller's own vectors stay in their context during a replacement; statements about their nodes are read from the
 * copy.
 */
export async function searchVectors(
  deps: Parts,
  scope: Scope,
  readable: Scope,
  { vector, limit = 20, space = LABELS_SPACE, minScore = -1, filter = {} }: VectorQuery,
): Promise<{ items: VectorHit[] }> {
  const within = withinOf(scope)
  const readWithin = withinOf(readable)
  const query = unitVector(vector) ?? refuseVector('vector', 'must be finite numbers, not all of them 0')
  refuseNames(filter)
  const having = [
    ...(filter.type === undefined ? [] : [[RDF_TYPE, filter.type] as const]),
    ...Object.entries(filter.where ?? {}),
  ]
  const asked = { vector: query, limit, having }
  const near =
    space === LABELS_SPACE
      ? await nearestLabels(deps, readWithin, asked)
      : await findNearest(deps, readWithin, await spacesFor(deps, within, space, vector.length), asked)
  return {
    items: await describe(
      deps.db,
      readWithin,
      near.filter(({ score }) => score >= minScore),
    ),
  }
}

const withinOf = (scope: Scope): Within => [scope.tenant, scope.workspace, onlyContext(scope)]

async function nearestLabels(deps: Parts, within: Within, query: NearQuery): Promise<NearNode[]> {
  const { dimension } = deps.search.embedder
  if (query.vector.length !== dimension) refuseLength(LABELS_SPACE, query.vector.length, dimension)
  await requestEmbedding(deps, within[0], within[1])
  return (await nearLabels(deps, within, await labelSpaces(deps, within), query)).near
}

/** The spaces with that dimension. Fails if there are none. */
async function spacesFor({ db }: Parts, within: Within, name: string, length: number): Promise<SpaceRow[]> {
  const spaces = await listSpaces(db, ...within, name)
  if (spaces.length === 0) notFound('vector_space', name)
  const fitting = spaces.filter(({ dimension }) => dimension === length)
  if (fitting.length === 0) refuseLength(name, length, spaces[0]!.dimension)
  return fitting
}

function refuseNames({ type, where = {} }: VectorFilter): void {
  const predicates = Object.keys(where).map((iri) => [`filter.where.${iri}`, iri] as const)
  const errors = wrongNames({ types: [['filter.type', type]], predicates })
  if (errors.length > 0) fail('invalid_body', `${errors[0]!.path} ${errors[0]!.message}.`, { errors })
}

const refuseLength = (space: string, length: number, dimension: number): never =>
  refuseVector('vector', `has ${length} numbers, but the vectors of the space ${space} have ${dimension}`)

export const refuseVector = (path: string, message: string): never =>
  fail('invalid_body', `${path} ${message}.`, { errors: [{ path, message }] })

async function describe(db: Graph['db'], within: Within, near: readonly NearNode[]): Promise<VectorHit[]> {
  const [statements, facts] = await Promise.all([
    listStatements(
      db,
      within,
      near.flatMap(({ statement }) => statement ?? []),
    ),
    factsOf(
      db,
      within,
      near.map(({ node }) => node),
    ),
  ])
  const known = new Set(statements.map(({ id }) => id))
  return near.map(({ node, score, statement }) => {
    const label = bestLabel(facts.get(node) ?? [])
    const source = statement !== null && known.has(statement) ? statement : label?.id
    return { nodeId: node, label: label?.object ?? node, score, statementId: source ? withUrn(source) : null }
  })
}
