// The SQL of built-in pack versions, which all workspaces share.
import type { Db } from '@veritrace/platform/db/db'
import type { Insertable } from 'kysely'
import type { Tables } from '../tables.ts'

export const listProductVersions = (db: Db<Tables>, packId?: string) =>
  db
    .selectFrom('casework.product_packs')
    .select(['pack_id', 'version', 'digest'])
    .$if(packId !== undefined, (query) => query.where('pack_id', '=', packId!))
    .execute()

export const findProductFiles = (db: Db<Tables>, packId: string, version: string) =>
  db
    .selectFrom('casework.product_packs')
    .select(['digest', 'files'])
    .where('pack_id', '=', packId)
    .where('version', '=', version)
    .executeTakeFirst()

/** Replaces the files of an existing version. This only happens during development, before a version is released. */
export const putProductPack = (db: Db<Tables>, row: Insertable<Tables['casework.product_packs']>) =>
  db
    .insertInto('casework.product_packs')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['pack_id', 'version']).doUpdateSet({
        digest: row.digest,
        files: row.files,
        stored_at: row.stored_at,
      }),
    )
    .execute()
