// What one statement reached, as the ratings read it: the part that the target's lists say. Pure.
import { shortForm } from '../model/artifacts.ts'
import type { Context } from '../rating/assemble.ts'
import { byName, recordsOf } from '../rating/look-up.ts'
import type { Reached } from './reach-store.ts'

type Given = Omit<Context, 'records' | 'decisions'> & { rows: readonly Reached[] }

export function contextOf({ rows, ...given }: Given): Context {
  const ids = new Set(given.lists.map(({ entry }) => entry.id))
  const isRead = ({ entry_id }: { entry_id: string }) => ids.has(entry_id)
  const records = recordsOf(
    given.lists,
    rows.map(({ type, key }) => ({ type, name: key })),
    rows.flatMap(({ facts }) => facts.filter(isRead)),
    rows.flatMap(({ edges }) => edges.filter(isRead)),
  )
  return {
    ...given,
    records: new Map(records.map((record) => [shortForm(record.named), record])),
    decisions: byName(rows.flatMap(({ decisions }) => decisions)),
  }
}
