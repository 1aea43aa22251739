// The SQL of unregistered uploads, and of stored objects that no row refers to.
import type { Db } from '@veritrace/platform/db/db'
import type { Insertable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { UploadRow } from './tables.ts'

const UPLOAD = [
  'token',
  'tenant_id',
  'storage_key',
  'filename',
  'content_type',
  'size_bytes',
  'sha256',
  'used_at',
  'created_by',
  'created_at',
] as const

export const insertUpload = (tx: Db<Tables>, row: Insertable<Tables['provenance.evidence_uploads']>) =>
  tx.insertInto('provenance.evidence_uploads').values(row).execute()

const selectUpload = (db: Db<Tables>, tenant: string, token: string) =>
  db.selectFrom('provenance.evidence_uploads').select(UPLOAD).where('tenant_id', '=', tenant).where('token', '=', token)

export const findUpload = (db: Db<Tables>, tenant: string, token: string): Promise<UploadRow | undefined> =>
  selectUpload(db, tenant, token).executeTakeFirst()

export const lockUpload = (tx: Db<Tables>, tenant: string, token: string): Promise<UploadRow | undefined> =>
  selectUpload(tx, tenant, token).forUpdate().executeTakeFirst()

export const markUsed = (tx: Db<Tables>, tenant: string, token: string, now: Date) =>
  tx
    .updateTable('provenance.evidence_uploads')
    .set({ used_at: now })
    .where('tenant_id', '=', tenant)
    .where('token', '=', token)
    .execute()

/** Deletes uploads of all tenants that are older than the given time, and returns them. */
export const deleteOldUploads = (tx: Db<Tables>, before: Date) =>
  tx
    .deleteFrom('provenance.evidence_uploads')
    .where('created_at', '<', before)
    .returning(['tenant_id', 'storage_key', 'used_at'])
    .execute()

/** Records that no row refers to the object. Call it in the transaction that removes the reference. */
export const insertLeftover = (tx: Db<Tables>, tenant: string, storage_key: string, now: Date) =>
  tx
    .insertInto('provenance.evidence_leftovers')
    .values({ tenant_id: tenant, storage_key, created_at: now })
    .onConflict((conflict) => conflict.column('storage_key').doNothing())
    .execute()

/** Leftovers of all tenants that should have been deleted by now. */
export const listLeftovers = (db: Db<Tables>, before: Date) =>
  db
    .selectFrom('provenance.evidence_leftovers')
    .select(['tenant_id', 'storage_key'])
    .where('created_at', '<=', before)
    .orderBy('storage_key')
    .limit(10_000)
    .execute()

export const deleteLeftover = (db: Db<Tables>, tenant: string, storage_key: string) =>
  db
    .deleteFrom('provenance.evidence_leftovers')
    .where('tenant_id', '=', tenant)
    .where('storage_key', '=', storage_key)
    .execute()
