// The SQL of vector spaces and their vectors.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { hasId } from '../statements/lookup-store.ts'
import type { Tables } from '../tables.ts'
import type { SpaceRow } from './tables.ts'

type SpaceKey = Pick<SpaceRow, 'tenant_id' | 'workspace_id' | 'context' | 'space'>

const isIn = ({ tenant_id, workspace_id, context, space }: SpaceKey) => sql<boolean>`
  tenant_id = ${tenant_id} and workspace_id = ${workspace_id} and context = ${context} and space = ${space}`

/** The space of one context, or of all contexts that have a space with that name. */
export const listSpaces = (
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  context: string | undefined,
  space: string,
): Promise<SpaceRow[]> =>
  db
    .selectFrom('graph.vector_spaces')
    .select(['tenant_id', 'workspace_id', 'context', 'space', 'dimension', 'vectors', 'seq'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('space', '=', space)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .orderBy('context')
    .execute()

/** Creates the space with that dimension if it is missing, and locks it until the transaction ends. */
export async function takeSpace(tx: Db<Tables>, key: SpaceKey, dimension: number): Promise<SpaceRow> {
  const { tenant_id, workspace_id, context, space } = key
  const { rows } = await sql<SpaceRow>`
    insert into graph.vector_spaces as known (tenant_id, workspace_id, context, space, dimension, seq)
    values (${tenant_id}, ${workspace_id}, ${context}, ${space}, ${dimension}, 1)
    on conflict (tenant_id, workspace_id, context, space) do update set seq = known.seq + 1
    returning tenant_id, workspace_id, context, space, dimension, vectors, seq`.execute(tx)
  return rows[0]!
}

export interface NewVector {
  node_id: string
  node: string
  vector: Buffer
  statement_id: string | null
  text_hash: string | null
}

/** Sets and deletes vectors in the change `space.seq`. Returns the new size of the space. */
export async function changeVectors(
  tx: Db<Tables>,
  space: SpaceRow,
  { set, remove }: { set: readonly NewVector[]; remove: readonly string[] },
): Promise<{ deleted: number; total: number }> {
  const { tenant_id, workspace_id, context, seq } = space
  const { rows: deleted } = await sql`
    update graph.vectors set vector = null, statement_id = null, text_hash = null, seq = ${seq}
    where ${isIn(space)} and node_id = any(${remove}::text[]) and vector is not null returning 1`.execute(tx)
  const column = <K extends keyof NewVector>(name: K) => set.map((row) => row[name])
  const { rows: known } = await sql`
    select 1 from graph.vectors
    where ${isIn(space)} and node_id = any(${column('node_id')}::text[]) and vector is not null`.execute(tx)
  if (set.length > 0)
    await sql`
      insert into graph.vectors (tenant_id, workspace_id, context, space, node_id, node, vector, statement_id, text_hash, seq)
      select ${tenant_id}, ${workspace_id}, ${context}, ${space.space}, new.node_id, new.node, new.vector, new.statement_id,
        new.text_hash, ${seq}::bigint
      from unnest(${column('node_id')}::text[], ${column('node')}::text[], ${column('vector')}::bytea[],
        ${column('statement_id')}::text[], ${column('text_hash')}::text[])
        as new (node_id, node, vector, statement_id, text_hash)
      on conflict (tenant_id, workspace_id, context, space, node_id) do update set
        vector = excluded.vector, statement_id = excluded.statement_id, text_hash = excluded.text_hash,
        seq = excluded.seq`.execute(tx)
  const total = space.vectors + set.length - known.length - deleted.length
  await tx.updateTable('graph.vector_spaces').set({ vectors: total }).where(isIn(space)).execute()
  return { deleted: deleted.length, total }
}

export interface VectorChangeRow {
  node_id: string
  node: string
  vector: Buffer | null
  seq: number
}

/** The changes of a space after a position, in order. */
export async function listVectorsAfter(
  db: Db<Tables>,
  space: SpaceKey,
  after: { seq: number; node_id: string },
  limit: number,
): Promise<VectorChangeRow[]> {
  const { rows } = await sql<VectorChangeRow>`
    select node_id, node, vector, seq from graph.vectors
    where ${isIn(space)} and (seq, node_id) > (${after.seq}::bigint, ${after.node_id})
    order by seq, node_id limit ${limit}`.execute(db)
  return rows
}

export interface StoredVector {
  node_id: string
  node: string
  vector: Buffer
  statement_id: string | null
  text_hash: string | null
}

export async function listVectors(
  db: Db<Tables>,
  space: SpaceKey,
  nodeIds: readonly string[],
): Promise<StoredVector[]> {
  const { rows } = await sql<StoredVector>`
    select node_id, node, vector, statement_id, text_hash from graph.vectors
    where ${isIn(space)} and node_id = any(${nodeIds}::text[]) and vector is not null`.execute(db)
  return rows
}

export async function listTextHashes(
  db: Db<Tables>,
  space: SpaceKey,
  nodeIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ node_id: string; text_hash: string }>`
    select node_id, text_hash from graph.vectors
    where ${isIn(space)} and node_id = any(${nodeIds}::text[]) and vector is not null`.execute(db)
  return new Map(rows.map(({ node_id, text_hash }) => [node_id, text_hash]))
}

/** Nodes whose vector belongs to a retracted statement. */
export async function listOrphans(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  space: string,
  limit: number,
): Promise<{ context: string; node: string }[]> {
  const { rows } = await sql<{ context: string; node: string }>`
    select context, node from graph.vectors v
    where tenant_id = ${tenant} and workspace_id = ${workspace} and space = ${space} and vector is not null
      and not exists (
        select 1 from graph.statements where ${hasId(sql`v.statement_id`, { tenant, workspace })})
    limit ${limit}`.execute(db)
  return rows
}
