// The SQL of notification preferences.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { Settings } from './rules.ts'

const COLUMNS = ['settings', 'version'] as const

const selectPreferences = (db: Db<Tables>, tenant: string, user: string) =>
  db
    .selectFrom('provenance.notification_preferences')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user)

export const findPreferences = (db: Db<Tables>, tenant: string, user: string) =>
  selectPreferences(db, tenant, user).executeTakeFirst()

/** Inserts the row if there is none, so that two first changes also run one after the other. */
export async function lockPreferences(tx: Db<Tables>, tenant: string, user: string, otherwise: Settings, now: Date) {
  const row = { tenant_id: tenant, user_id: user, settings: JSON.stringify(otherwise), updated_at: now }
  await tx
    .insertInto('provenance.notification_preferences')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
    .execute()
  return selectPreferences(tx, tenant, user).forUpdate().executeTakeFirstOrThrow()
}

export const updatePreferencesRow = (tx: Db<Tables>, tenant: string, user: string, settings: Settings, now: Date) =>
  tx
    .updateTable('provenance.notification_preferences')
    .set((row) => ({ settings: JSON.stringify(settings), version: row('version', '+', 1), updated_at: now }))
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user)
    .execute()
