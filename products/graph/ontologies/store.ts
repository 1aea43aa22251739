// The SQL of ontologies. Every query names tenant and workspace, and the context unless the call has workspace scope.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql } from 'kysely'
import type { Place } from '../catalog/store.ts'
import type { Tables } from '../tables.ts'
import type { OntologyRow } from './tables.ts'

const selectOntologies = (db: Db<Tables>, { tenant, workspace, context }: Place) =>
  db
    .selectFrom('graph.ontologies')
    .select(['tenant_id', 'workspace_id', 'context', 'id', 'name', 'iri', 'version', 'classes', 'properties'])
    .select(['individuals', 'axioms', 'created_at', 'created_by'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))

export const listOntologies = (
  db: Db<Tables>,
  place: Place,
  query: PageQuery & { iri?: string },
): Promise<Page<Omit<OntologyRow, 'turtle'>>> =>
  pageById(`${place.tenant} ${place.workspace} ${place.context ?? ''} ontologies`, query, (after, count) =>
    selectOntologies(db, place)
      .$if(query.iri !== undefined, (rows) => rows.where('iri', '=', query.iri!))
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

export const findOntology = (db: Db<Tables>, place: Place, id: string): Promise<OntologyRow | undefined> =>
  selectOntologies(db, place).select('turtle').where('id', '=', id).executeTakeFirst()

/** Takes the next version number of the IRI in its context. Concurrent callers wait until the transaction ends. */
export async function takeVersion(
  tx: Db<Tables>,
  { tenant, workspace, context }: Required<Place>,
  iri: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into graph.ontology_versions as known (tenant_id, workspace_id, context, iri, version)
    values (${tenant}, ${workspace}, ${context}, ${iri}, 1)
    on conflict (tenant_id, workspace_id, context, iri) do update set version = known.version + 1
    returning version`.execute(tx)
  return rows[0]!.version
}

export const insertOntology = (tx: Db<Tables>, ontology: Insertable<Tables['graph.ontologies']>) =>
  tx.insertInto('graph.ontologies').values(ontology).execute()

export const deleteOntologyRow = async (tx: Db<Tables>, place: Place, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('graph.ontologies')
    .where('tenant_id', '=', place.tenant)
    .where('workspace_id', '=', place.workspace)
    .$if(place.context !== undefined, (query) => query.where('context', '=', place.context!))
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
