// Which messages of the e-mail provider were heard.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'

/** False where the message was heard before. */
export async function insertMessage(tx: Db<Tables>, id: string, type: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provenance.email_events')
    .values({ message_id: id, type, received_at: now })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteMessagesBefore = (tx: Db<Tables>, before: Date) =>
  tx.deleteFrom('provenance.email_events').where('received_at', '<', before).execute()
