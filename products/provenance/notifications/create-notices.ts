// Turns news into notices: one per person who wants to know, with the time when it is due.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Tables } from '../tables.ts'
import { dueAt } from './due-rules.ts'
import { insertNotices } from './notice-store.ts'
import { listPeople, type Person } from './people-store.ts'
import { DEFAULTS, isFor, type NoticeFacts, oneLine, type Settings, wants } from './rules.ts'

export interface News extends NoticeFacts {
  tenant: string
  /** Identifies the event, so that each person gets one notice. Undefined if a person's settings exclude it. */
  key: string | ((settings: Settings) => string | undefined)
  title: string
  path: string
  /** The user who caused it: they get no notice. */
  actor?: string
  /** A user whom it concerns whatever their role. */
  concerns?: string | undefined
}

const MAX_TITLE = 300

/** Repeating a call with the same news changes nothing. */
export async function createNotices(tx: Db<Tables>, news: readonly News[], now: Date): Promise<void> {
  const people = await listPeople(tx, [...new Set(news.map(({ tenant }) => tenant))])
  const byTenant = Map.groupBy(people, ({ tenant_id }) => tenant_id)
  await insertNotices(
    tx,
    news.flatMap((one) => (byTenant.get(one.tenant) ?? []).flatMap((person) => noticeFor(person, one, now) ?? [])),
  )
}

function noticeFor({ tenant_id, user_id, role, settings }: Person, news: News, now: Date) {
  const { topic, severity, pinned, path } = news
  if (user_id === news.actor || !(isFor(topic, role) || user_id === news.concerns)) return undefined
  const preferences = settings ?? DEFAULTS
  const key = typeof news.key === 'string' ? news.key : news.key(preferences)
  if (key === undefined || !wants(preferences, news)) return undefined
  const title = oneLine(news.title, MAX_TITLE)
  const due_at = dueAt(preferences, topic, now, now)
  return { id: newId('ntc'), tenant_id, user_id, topic, key, title, path, severity, pinned, created_at: now, due_at }
}
