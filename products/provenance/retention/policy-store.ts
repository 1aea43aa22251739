// The SQL of the policies that decide how long evidence is stored.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { PolicyRow } from './tables.ts'

const POLICY = [
  'id',
  'tenant_id',
  'name',
  'enabled',
  'kinds',
  'review_status',
  'tags',
  'min_size_bytes',
  'action',
  'after_days',
  'basis',
  'keep_last_versions',
  'priority',
  'dry_run',
  'last_run_id',
  'matched_count',
  'version',
  'created_at',
  'updated_at',
] as const

export const selectPolicies = (db: Db<Tables>, tenant: string) =>
  db.selectFrom('provenance.retention_policies').select(POLICY).where('tenant_id', '=', tenant)

/** In priority order: a row belongs to the first policy that matches it. */
export const listEnabledPolicies = (db: Db<Tables>, tenant: string): Promise<PolicyRow[]> =>
  selectPolicies(db, tenant).where('enabled', '=', true).orderBy('priority').orderBy('id').execute()
