// Row types of notification preferences.
import type { ColumnType, Generated } from 'kysely'
import type { Settings } from './rules.ts'

interface PreferencesTable {
  tenant_id: string
  user_id: string
  settings: ColumnType<Settings, string, string>
  version: Generated<number>
  updated_at: Date
}

export interface NotificationTables {
  'provenance.notification_preferences': PreferencesTable
}
