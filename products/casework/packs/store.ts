// The SQL of packs: uploads of a workspace, and its settings.
import type { Db } from '@veritrace/platform/db/db'
import type { Insertable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { PackRow, Scope, SettingsRow } from './tables.ts'

const PACK = ['tenant_id', 'workspace_id', 'pack_id', 'version', 'digest', 'title', 'created_by', 'created_at'] as const

/** Omits the files. */
export const listUploaded = (db: Db<Tables>, { tenant, workspace }: Scope, packId?: string): Promise<PackRow[]> =>
  db
    .selectFrom('casework.packs')
    .select(PACK)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .$if(packId !== undefined, (query) => query.where('pack_id', '=', packId!))
    .orderBy('pack_id')
    .orderBy('created_at')
    .orderBy('version')
    .execute()

export const findFiles = (db: Db<Tables>, { tenant, workspace }: Scope, packId: string, version: string) =>
  db
    .selectFrom('casework.packs')
    .select(['digest', 'files'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('pack_id', '=', packId)
    .where('version', '=', version)
    .executeTakeFirst()

/** Returns false if that version exists already. */
export async function insertPack(tx: Db<Tables>, row: Insertable<Tables['casework.packs']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('casework.packs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'workspace_id', 'pack_id', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

export const listSettings = (db: Db<Tables>, { tenant, workspace }: Scope): Promise<SettingsRow[]> =>
  db
    .selectFrom('casework.pack_settings')
    .select(['pack_id', 'version', 'options'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .execute()

export const findSettings = (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  packId: string,
): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('casework.pack_settings')
    .select(['pack_id', 'version', 'options'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('pack_id', '=', packId)
    .executeTakeFirst()

/** Creates the row if it is missing, and locks it, so that changes run one after another. */
export async function lockSettings(
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  packId: string,
  by: string,
  now: Date,
): Promise<SettingsRow> {
  await tx
    .insertInto('casework.pack_settings')
    .values({
      tenant_id: tenant,
      workspace_id: workspace,
      pack_id: packId,
      version: null,
      options: '{}',
      updated_by: by,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'workspace_id', 'pack_id']).doNothing())
    .execute()
  return tx
    .selectFrom('casework.pack_settings')
    .select(['pack_id', 'version', 'options'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('pack_id', '=', packId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const updateSettings = (
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  packId: string,
  fields: { version: string | null; options: Record<string, string>; updated_by: string; updated_at: Date },
) =>
  tx
    .updateTable('casework.pack_settings')
    .set({ ...fields, options: JSON.stringify(fields.options) })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('pack_id', '=', packId)
    .execute()
