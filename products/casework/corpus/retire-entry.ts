// Retires an entry whose file is gone or that newer versions have replaced: the row stays, its facts are deleted.
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { deleteDocuments } from '../documents/store.ts'
import { contextOfEntry } from '../knowledge/entry-context.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import type { EntryRow } from '../model/tables.ts'
import { forgetLists } from '../rating/lists.ts'
import type { Tables } from '../tables.ts'
import { isEntryPinned, updateEntry } from './entry-store.ts'
import { deleteFacts } from './fact-store.ts'
import type { Importing } from './import-file.ts'
import { lockSources } from './source-store.ts'

export async function retireEntry(deps: Importing, entry: EntryRow): Promise<void> {
  const context = await contextOfEntry(deps, entry)
  await transact(deps.db, async (tx) => {
    await lockSources(tx, [entry])
    const now = deps.clock.now()
    if (context) await dueContext(tx, context, now)
    // A pinned entry keeps its facts but is no longer current.
    if (await isEntryPinned(tx, entry)) await updateEntry(tx, entry, { is_current: false })
    else await retireEntries(tx, entry.space, [entry.id], now)
  })
  forgetLists(deps)
}

export async function retireEntries(tx: Db<Tables>, space: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await deleteFacts(tx, ids)
  for (const id of ids) {
    await deleteDocuments(tx, { space, entry_id: id })
    await updateEntry(tx, { space, id }, { status: 'retired', is_current: false, retired_at: now })
  }
}
