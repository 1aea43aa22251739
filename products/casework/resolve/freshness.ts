// The age of the main list behind an answer. Pure.
import type { Resolution } from '@veritrace/contract/casework/resolve'
import { iso } from '@veritrace/platform/clock'
import { freshnessOf } from '../corpus/rules.ts'
import type { ReadList } from '../rating/lists.ts'

const DAY_MS = 24 * 3_600_000

/** Null if no list of the target is available. */
export function freshnessOfLists(lists: readonly ReadList[], now: Date): Resolution['freshness'] {
  const entry = lists[0]?.entry
  if (!entry) return null
  const { as_of } = entry
  return {
    entry_id: entry.id,
    as_of: iso(as_of),
    age_days: as_of && Math.max(0, Math.floor((now.getTime() - as_of.getTime()) / DAY_MS)),
    stale: freshnessOf(as_of, now) === 'stale',
  }
}
