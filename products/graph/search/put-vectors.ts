// PUT /search/vectors: stores the caller's vectors, all or none.
import { LABELS_SPACE, type VectorChange, type VectorSpace } from '@veritrace/contract/graph/search'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { bareId, readStatementId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { unitVector } from '../embedder/embedder.ts'
import type { Scope } from '../scope/scope.ts'
import { isNode } from './check-names.ts'
import { mostVectors } from './rules.ts'
import { refuseVector } from './search-vectors.ts'
import { listStatements } from './store.ts'
import { changeVectors, type NewVector, takeSpace } from './vector-store.ts'

export function putVectors(deps: Graph, caller: Caller, scope: Scope, body: VectorChange): Promise<VectorSpace> {
  const { tenant: tenant_id, workspace: workspace_id, context } = scope
  if (body.space === LABELS_SPACE) refuseVector('space', 'must not be labels, because the server fills that space')
  const dimension = body.dimension ?? body.vectors.find(({ vector }) => vector !== null)?.vector?.length
  const set = readVectors(body, dimension)
  const remove = body.vectors.filter(({ vector }) => vector === null).map(({ nodeId }) => bareId(nodeId))
  return transact(deps.db, async (tx) => {
    await refuseUnknown(tx, scope, body, set)
    const key = { tenant_id, workspace_id, context, space: body.space }
    const space = await takeSpace(tx, key, dimension ?? 1)
    if (space.seq === 1 && dimension === undefined)
      refuseVector('space', 'does not exist, so there is nothing to delete')
    if (dimension !== undefined && space.dimension !== dimension)
      refuseVector(
        body.dimension === undefined ? 'vectors' : 'dimension',
        `${body.dimension === undefined ? `have ${dimension} numbers` : `is ${dimension}`}, but the vectors of the space ${body.space} have ${space.dimension}`,
      )
    const { deleted, total } = await changeVectors(tx, space, { set, remove })
    const most = mostVectors(space.dimension)
    if (total > most)
      fail('vector_space_full', `A space with ${space.dimension} dimensions can have at most ${most} vectors.`)
    await deps.events.record(tx, caller, {
      action: 'vectors.change',
      resource: { type: 'vector_space', id: body.space, label: body.space },
      data: { context, stored: set.length, deleted },
    })
    return { space: body.space, dimension: space.dimension, stored: set.length, deleted, total }
  })
}

function readVectors({ vectors }: VectorChange, dimension: number | undefined): NewVector[] {
  const seen = new Set<string>()
  return vectors.flatMap(({ nodeId, vector, statementId }, i) => {
    const at = (field: string) => `vectors.${i}.${field}`
    if (!isNode(nodeId)) refuseVector(at('nodeId'), 'must be an absolute IRI, or a blank node as _:label')
    if (seen.has(nodeId)) refuseVector(at('nodeId'), 'appears twice')
    seen.add(nodeId)
    if (vector === null) return []
    if (vector.length !== dimension)
      refuseVector(at('vector'), `has ${vector.length} numbers, but the dimension is ${dimension}`)
    const unit = unitVector(vector) ?? refuseVector(at('vector'), 'must have finite numbers, not all of them 0')
    const statement_id =
      statementId === undefined
        ? null
        : (readStatementId(statementId) ?? refuseVector(at('statementId'), 'is not the id of a statement'))
    return { node_id: bareId(nodeId), node: nodeId, vector: Buffer.from(unit.buffer), statement_id, text_hash: null }
  })
}

async function refuseUnknown(
  tx: Graph['db'],
  scope: Scope,
  body: VectorChange,
  set: readonly NewVector[],
): Promise<void> {
  const ids = set.flatMap(({ statement_id }) => statement_id ?? [])
  const rows = await listStatements(tx, [scope.tenant, scope.workspace, scope.context], ids)
  const known = new Set(rows.map(({ id }) => id))
  const errors = body.vectors.flatMap(({ statementId, vector }, i) =>
    vector === null || statementId === undefined || known.has(readStatementId(statementId)!)
      ? []
      : { path: `vectors.${i}.statementId`, message: 'is not a statement of this context' },
  )
  if (errors.length > 0)
    fail('unknown_reference', `${errors.length} statements are not in this context.`, { errors: errors.slice(0, 50) })
}
