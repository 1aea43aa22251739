// Evidence of the demo: its review lies before the first start, and no verb writes a past.
import type { Db } from '@veritrace/platform/db/db'
import type { Insertable } from 'kysely'
import type { Tables } from '../tables.ts'

export type DemoEvidence = Insertable<Tables['provenance.evidence']>

export const insertEvidence = (db: Db<Tables>, rows: readonly DemoEvidence[]) =>
  db
    .insertInto('provenance.evidence')
    .values([...rows])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
