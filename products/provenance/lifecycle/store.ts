// The SQL of processed messages of the email provider.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'

/** False if the message was already processed. */
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
