// Inserts the demo's evidence directly, because its review dates are in the past, which the API does not allow.
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
