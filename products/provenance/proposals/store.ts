// SQL of accepted proposals. A proposal is current while its document is the latest of its source.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { ProposalRow, Verdict } from './tables.ts'

const PROPOSAL = [
  'proposal.id',
  'proposal.vendor_id',
  'proposal.source_id',
  'proposal.snapshot_id',
  'proposal.model',
  'proposal.category',
  'proposal.predicate',
  'proposal.value',
  'proposal.claim_text',
  'proposal.snippet',
  'proposal.snippet_start',
  'proposal.snippet_end',
  'proposal.prefix',
  'proposal.suffix',
  'proposal.details',
  'proposal.proposed_at',
  'proposal.verdict',
  'proposal.settled_at',
  'proposal.decision',
  'proposal.decided_at',
] as const

const selectCurrent = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.model_proposals as proposal')
    .innerJoin('provenance.sources as source', (join) =>
      join
        .onRef('source.id', '=', 'proposal.source_id')
        .onRef('source.last_snapshot_id', '=', 'proposal.snapshot_id')
        .on('source.status', '<>', 'inactive'),
    )
    .innerJoin('provenance.snapshots as snapshot', 'snapshot.id', 'proposal.snapshot_id')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'proposal.vendor_id')
    .select(PROPOSAL)
    .select(['source.kind', 'source.url as source_url', 'snapshot.fetched_at'])
    .select(['vendor.slug as vendor_slug', 'vendor.display_name as vendor_name'])

export type CurrentProposal = Awaited<ReturnType<typeof listCurrent>>[number]

/** Proposals of the current model, without dismissed ones. */
export const listCurrent = (db: Db<Tables>, vendorId: string, model: string) =>
  selectCurrent(db)
    .where('proposal.vendor_id', '=', vendorId)
    .where('proposal.model', '=', model)
    .where('proposal.decision', '<>', 'dismissed')
    .orderBy('proposal.id')
    .execute()

export const insertProposals = async (tx: Db<Tables>, rows: readonly ProposalRow[]): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(({ details, ...row }) => ({ ...row, details: JSON.stringify(details) }))
  await tx.insertInto('provenance.model_proposals').values(values).execute()
}

/** Proposals that wait for an operator, newest first. */
export const listOpen = (
  db: Db<Tables>,
  model: string,
  verdict: Verdict,
  query: PageQuery,
): Promise<Page<CurrentProposal>> =>
  pageById(`model-proposals ${model} ${verdict}`, query, (after, count) =>
    selectCurrent(db)
      .where('proposal.model', '=', model)
      .where('proposal.verdict', '=', verdict)
      .where('proposal.decision', '=', '')
      .$if(after !== undefined, (rows) => rows.where('proposal.id', '<', after!))
      .orderBy('proposal.id', 'desc')
      .limit(count)
      .execute(),
  )

export const findCurrent = (db: Db<Tables>, id: string) =>
  selectCurrent(db).where('proposal.id', '=', id).executeTakeFirst()

export const decide = (tx: Db<Tables>, id: string, decision: 'confirmed' | 'dismissed', now: Date) =>
  tx
    .updateTable('provenance.model_proposals')
    .set({ decision, decided_at: now })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Vendors that were refreshed since, so their claims may have changed. */
export async function listUnsettled(db: Db<Tables>, model: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct vendor.id from provenance.model_proposals as proposal
    join provenance.vendors as vendor on vendor.id = proposal.vendor_id
    join provenance.sources as source
      on source.id = proposal.source_id and source.last_snapshot_id = proposal.snapshot_id
    where vendor.derived_at > proposal.settled_at and proposal.model = ${model}
      and proposal.decision <> 'dismissed' and source.status <> 'inactive'
    limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

export const settle = (db: Db<Tables>, id: string, verdict: Verdict, now: Date) =>
  db.updateTable('provenance.model_proposals').set({ verdict, settled_at: now }).where('id', '=', id).execute()

export async function countOpen(db: Db<Tables>, model: string): Promise<Record<'supports' | 'disputed', number>> {
  const { rows } = await sql<Record<'supports' | 'disputed', number>>`
    select count(*) filter (where verdict = 'supports')::int as supports,
      count(*) filter (where verdict = 'disputed')::int as disputed
    from provenance.model_proposals as proposal
    join provenance.sources as source
      on source.id = proposal.source_id and source.last_snapshot_id = proposal.snapshot_id
    where decision = '' and model = ${model} and source.status <> 'inactive'`.execute(db)
  return rows[0]!
}
