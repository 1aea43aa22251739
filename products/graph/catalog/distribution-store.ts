// The SQL of distributions. A distribution belongs to the context of its dataset.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Place } from './store.ts'
import type { DistributionRow } from './tables.ts'

const selectDistributions = (db: Db<Tables>, { tenant, workspace, context }: Place) =>
  db
    .selectFrom('graph.distributions')
    .select(['tenant_id', 'workspace_id', 'id', 'dataset_id', 'title', 'access_url', 'download_url', 'media_type'])
    .select(['format', 'byte_size', 'checksum', 'license', 'issued', 'blob_key', 'source_context', 'status', 'problem'])
    .select(['statement_count', 'seq', 'version', 'created_at', 'updated_at'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .$if(context !== undefined, (query) =>
      query.where((row) =>
        row.exists(
          row
            .selectFrom('graph.datasets as dataset')
            .select('dataset.id')
            .where('dataset.tenant_id', '=', tenant)
            .where('dataset.workspace_id', '=', workspace)
            .where('dataset.context', '=', context!)
            .whereRef('dataset.id', '=', 'graph.distributions.dataset_id'),
        ),
      ),
    )

/** The distributions of several datasets, in order of creation. */
export const listDistributions = (
  db: Db<Tables>,
  place: Omit<Place, 'context'>,
  datasets: readonly string[],
): Promise<DistributionRow[]> =>
  selectDistributions(db, { ...place, context: undefined })
    .where(sql<boolean>`dataset_id = any(${datasets}::text[])`)
    .orderBy('dataset_id')
    .orderBy('id')
    .execute()

export const findDistribution = (db: Db<Tables>, place: Place, id: string): Promise<DistributionRow | undefined> =>
  selectDistributions(db, place).where('id', '=', id).executeTakeFirst()

export const lockDistribution = (tx: Db<Tables>, place: Place, id: string): Promise<DistributionRow | undefined> =>
  selectDistributions(tx, place).where('id', '=', id).forUpdate().executeTakeFirst()

export const countDistributions = async (db: Db<Tables>, { tenant, workspace }: Place, dataset: string) => {
  const { count } = await db
    .selectFrom('graph.distributions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('dataset_id', '=', dataset)
    .executeTakeFirstOrThrow()
  return count
}

export const insertDistribution = (tx: Db<Tables>, distribution: Insertable<Tables['graph.distributions']>) =>
  tx.insertInto('graph.distributions').values(distribution).execute()

export const updateDistributionRow = (
  tx: Db<Tables>,
  { tenant, workspace }: Omit<Place, 'context'>,
  id: string,
  fields: Updateable<Tables['graph.distributions']>,
) =>
  tx
    .updateTable('graph.distributions')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()

/** Increments the version of the dataset, because its representation includes its distributions. */
export const touchDataset = (
  tx: Db<Tables>,
  { tenant, workspace }: Omit<Place, 'context'>,
  dataset: string,
  now: Date,
) =>
  tx
    .updateTable('graph.datasets')
    .set((row) => ({ version: row('version', '+', 1), updated_at: now }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', dataset)
    .execute()

export const deleteDistributionRow = (tx: Db<Tables>, { tenant, workspace }: Place, id: string) =>
  tx
    .deleteFrom('graph.distributions')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
