// Row types of notification preferences, notices and unsubscribe links.
import type { ColumnType, Generated } from 'kysely'
import type { Settings, Severity, Topic } from './rules.ts'

interface PreferencesTable {
  tenant_id: string
  user_id: string
  settings: ColumnType<Settings, string, string>
  version: Generated<number>
  updated_at: Date
}

interface NoticesTable {
  id: string
  tenant_id: string
  user_id: string
  topic: Topic
  key: string
  title: string
  path: string
  severity: Severity | null
  pinned: boolean | null
  created_at: Date
  due_at: Date
  sent_at: ColumnType<Date | null, Date | null | undefined, Date>
}

interface UnsubscribeLinksTable {
  tenant_id: string
  user_id: string
  token_hash: string
  token_hint: string
  created_at: Date
}

export interface NotificationTables {
  'provenance.notification_preferences': PreferencesTable
  'provenance.notices': NoticesTable
  'provenance.notice_marks': { name: string; until: Date }
  'provenance.unsubscribe_links': UnsubscribeLinksTable
}
