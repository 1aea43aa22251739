// Stores derived columns and reads the previous ones.
import type { Db } from '@veritrace/platform/db/db'
import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Locks in order of id, so that concurrent refreshes cannot deadlock. */
export const lockVendors = (tx: Db<Tables>, ids: readonly string[]) =>
  tx
    .selectFrom('provenance.vendors')
    .select(
      sql<string | null>`(select rules_version from provenance.score_decisions where id = vendors.decision_id)`.as(
        'rules_version',
      ),
    )
    .select([
      'id',
      'slug',
      'website_url',
      'verified',
      'ai_act',
      'risk_band',
      'decision_id',
      'score_as_of',
      'derived_at',
    ])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const updateDerived = (tx: Db<Tables>, id: string, columns: Updateable<Tables['provenance.vendors']>) =>
  tx.updateTable('provenance.vendors').set(columns).where('id', '=', id).execute()

/** An existing decision stays; only its items are replaced, because their claims may have new ids. */
export const storeDecision = (tx: Db<Tables>, decision: Insertable<Tables['provenance.score_decisions']>) =>
  tx
    .insertInto('provenance.score_decisions')
    .values(decision)
    .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ items: row.ref('excluded.items') })))
    .execute()

/** The current decision, with the AI Act duties that it used. */
export const findDecision = (db: Db<Tables>, slug: string) =>
  db
    .selectFrom('provenance.vendors as vendor')
    .innerJoin('provenance.score_decisions as decision', 'decision.id', 'vendor.decision_id')
    .select([
      'decision.id',
      'decision.vendor_id',
      'decision.rules_version',
      'decision.inputs_hash',
      'decision.items',
      'decision.total',
      'decision.band',
      'decision.as_of',
      'vendor.ai_act',
      'vendor.ai_act_note',
      'vendor.ai_act_duties',
    ])
    .where('vendor.slug', '=', slug)
    .executeTakeFirst()

export const insertEvents = (tx: Db<Tables>, events: Insertable<Tables['provenance.change_events']>[]) =>
  tx.insertInto('provenance.change_events').values(events).execute()

export const listVendorIds = (db: Db<Tables>, after: string, count: number) =>
  db.selectFrom('provenance.vendors').select('id').where('id', '>', after).orderBy('id').limit(count).execute()
