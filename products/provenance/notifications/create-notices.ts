// From what happened to what waits: one notice for each person who wants to be told of it, with its moment.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Tables } from '../tables.ts'
import { dueAt } from './due-rules.ts'
import { insertNotices } from './notice-store.ts'
import { listPeople, type Person } from './people-store.ts'
import { DEFAULTS, isFor, oneLine, type Settings, type Told, wants } from './rules.ts'

export interface News extends Told {
  tenant: string
  /** The thing that happened, told once to each; where it depends on the person, none is none for them. */
  key: string | ((settings: Settings) => string | undefined)
  title: string
  path: string
  /** Who did it knows it. */
  actor?: string
  /** Someone whom it concerns, whatever their role. */
  concerns?: string | undefined
}

const MOST_TITLE = 300

/** Keeping the same again changes nothing. */
export async function keepNotices(tx: Db<Tables>, news: readonly News[], now: Date): Promise<void> {
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
  const wished = settings ?? DEFAULTS
  const key = typeof news.key === 'string' ? news.key : news.key(wished)
  if (key === undefined || !wants(wished, news)) return undefined
  const title = oneLine(news.title, MOST_TITLE)
  const due_at = dueAt(wished, topic, now, now)
  return { id: newId('ntc'), tenant_id, user_id, topic, key, title, path, severity, pinned, created_at: now, due_at }
}
