// The SQL of retention policies and cleanup runs. Every query on tenant rows filters by tenant.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import type { Insertable, Updateable } from 'kysely'
import { selectPolicies } from '../retention/policy-store.ts'
import type { PolicyRow, RunRow } from '../retention/tables.ts'
import type { Tables } from '../tables.ts'

export const listPolicies = (db: Db<Tables>, tenant: string, query: PageQuery): Promise<Page<PolicyRow>> =>
  pageById(`${tenant} policies`, query, (after, count) =>
    selectPolicies(db, tenant)
      .$if(after !== undefined, (q) => q.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

export const findPolicy = (db: Db<Tables>, tenant: string, id: string): Promise<PolicyRow | undefined> =>
  selectPolicies(db, tenant).where('id', '=', id).executeTakeFirst()

export const lockPolicy = (tx: Db<Tables>, tenant: string, id: string): Promise<PolicyRow | undefined> =>
  selectPolicies(tx, tenant).where('id', '=', id).forUpdate().executeTakeFirst()

/** Tenants with enabled policies. */
export const listTenantsWithPolicies = (db: Db<Tables>) =>
  db
    .selectFrom('platform.tenants as tenant')
    .select(['tenant.id', 'tenant.customer_id'])
    .where('tenant.deleted_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('provenance.retention_policies as policy')
          .select('policy.id')
          .whereRef('policy.tenant_id', '=', 'tenant.id')
          .where('policy.enabled', '=', true),
      ),
    )
    .orderBy('tenant.id')
    .execute()

export const insertPolicy = (tx: Db<Tables>, row: Insertable<Tables['provenance.retention_policies']>) =>
  tx.insertInto('provenance.retention_policies').values(row).execute()

export const updatePolicyRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.retention_policies']>,
) =>
  tx
    .updateTable('provenance.retention_policies')
    .set(fields)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

const RUN = [
  'id',
  'tenant_id',
  'policy_id',
  'policy_version',
  'trigger',
  'dry_run',
  'status',
  'started_at',
  'finished_at',
  'scanned',
  'matched',
  'tiered',
  'deleted',
  'anonymised',
  'skipped_hold',
  'skipped_error',
  'bytes_tiered',
  'bytes_deleted',
  'errors',
  'actor',
  'created_at',
] as const

const selectRuns = (db: Db<Tables>, tenant: string) =>
  db.selectFrom('provenance.cleanup_runs').select(RUN).where('tenant_id', '=', tenant)

export const listRuns = (
  db: Db<Tables>,
  tenant: string,
  query: PageQuery & { policy_id?: string },
): Promise<Page<RunRow>> =>
  pageById(`${tenant} runs`, query, (after, count) =>
    selectRuns(db, tenant)
      .$if(query.policy_id !== undefined, (q) => q.where('policy_id', '=', query.policy_id!))
      .$if(after !== undefined, (q) => q.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

export const findRun = (db: Db<Tables>, tenant: string, id: string): Promise<RunRow | undefined> =>
  selectRuns(db, tenant).where('id', '=', id).executeTakeFirst()

export const findLastRun = (db: Db<Tables>, tenant: string): Promise<RunRow | undefined> =>
  selectRuns(db, tenant).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** The policy's scheduled run since the given time: a retried job continues it. */
export const findScheduledRun = (db: Db<Tables>, tenant: string, policy: string, since: Date) =>
  selectRuns(db, tenant)
    .where('policy_id', '=', policy)
    .where('trigger', '=', 'schedule')
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertRun = (tx: Db<Tables>, row: Insertable<Tables['provenance.cleanup_runs']>) =>
  tx.insertInto('provenance.cleanup_runs').values(row).execute()

export const updateRun = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.cleanup_runs']>,
) =>
  tx.updateTable('provenance.cleanup_runs').set(fields).where('tenant_id', '=', tenant).where('id', '=', id).execute()
