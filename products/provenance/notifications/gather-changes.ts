// Finds new changes at vendors and creates notices for the tenants they concern.
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { eventText } from '../profiles/feed.ts'
import { createNotices, type News } from './create-notices.ts'
import { type Changed, findMark, listChanges, listWatchers, moveMark, type Watcher } from './news-store.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>

const MARK = 'changes'
const BATCH = 50
/** A change is dated before it commits, so each run overlaps the previous one. No one is notified twice. */
const LATE_MS = 15 * 60_000

/** The first run of an installation only sets the mark: earlier changes are not news. */
export async function gatherChanges({ db, clock }: Deps, signal?: AbortSignal): Promise<void> {
  const now = clock.now()
  const mark = await findMark(db, MARK)
  if (!mark) return moveMark(db, MARK, now)
  const since = new Date(mark.until.getTime() - LATE_MS)
  let last: Changed | undefined
  do {
    const changes = await listChanges(db, since, now, last, BATCH)
    await transact(db, async (tx) => {
      const watchers = await listWatchers(tx, [...new Set(changes.map(({ vendor_id }) => vendor_id))])
      await createNotices(tx, newsOf(changes, watchers), now)
    })
    last = changes.length < BATCH ? undefined : changes.at(-1)
    if (signal?.aborted) return
  } while (last)
  await moveMark(db, MARK, now)
}

function newsOf(changes: readonly Changed[], watchers: readonly Watcher[]): News[] {
  const byVendor = Map.groupBy(watchers, ({ vendor_id }) => vendor_id)
  return changes.flatMap((change) => {
    const topic = isHealth(change.event_type) ? 'source.health' : 'vendor.change'
    const all = byVendor.get(change.vendor_id) ?? []
    const near = topic === 'source.health' ? all.filter(({ because }) => because !== 'picked') : all
    return [...Map.groupBy(near, ({ tenant_id }) => tenant_id)].map(([tenant, reasons]) => ({
      tenant,
      topic,
      key: change.id,
      title: titleOf(change),
      path: `/vendors/${change.slug}`,
      severity: change.severity,
      pinned: reasons.some(({ because }) => because === 'pinned'),
    }))
  })
}

/** True for pages that broke, recovered or moved. New pages and changed content count as vendor changes. */
const isHealth = (type: string): boolean => type.startsWith('source.') && !CHANGES.includes(type)
const CHANGES = ['source.discovered', 'source.content_changed']

const titleOf = ({ display_name, event_type, payload }: Changed): string => {
  const name = nameOf(payload.after) ?? nameOf(payload.before)
  return `${display_name}: ${eventText(event_type)}${name ? ` (${name})` : ''}`
}

const nameOf = (said: unknown): string | undefined =>
  typeof said === 'object' && said !== null && 'value' in said && typeof said.value === 'string'
    ? said.value.slice(0, 120)
    : undefined
