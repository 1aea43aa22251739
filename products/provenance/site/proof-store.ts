// SQL of a claim with its proof.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export type Proof = NonNullable<Awaited<ReturnType<typeof findProof>>>

export const findProof = (db: Db<Tables>, id: string) =>
  db
    .selectFrom('provenance.evidence_claims as claim')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'claim.vendor_id')
    .innerJoin('provenance.sources as source', 'source.id', 'claim.source_id')
    .innerJoin('provenance.snapshots as snapshot', 'snapshot.id', 'claim.snapshot_id')
    .select(['claim.id', 'claim.vendor_id', 'claim.details', 'claim.claim_text', 'claim.category', 'claim.predicate'])
    .select(['claim.value', 'claim.state', 'claim.relation', 'claim.confidence'])
    .select(['claim.factors', 'claim.rule_id', 'claim.rule_version', 'claim.snippet', 'claim.snippet_start'])
    .select(['claim.snippet_end', 'claim.prefix', 'claim.suffix', 'claim.valid_from', 'claim.valid_to'])
    .select(['claim.last_seen_at', 'vendor.slug', 'vendor.display_name', 'vendor.primary_domain', 'vendor.aliases'])
    .select(['source.kind', 'source.url as source_url', 'snapshot.url', 'snapshot.sha256', 'snapshot.content_type'])
    .select(['snapshot.fetched_at', 'snapshot.noarchive'])
    .where('claim.id', '=', id)
    .executeTakeFirst()

/** The same for a proposal of a model, while its document is the latest of its page. */
export const findProposed = (db: Db<Tables>, id: string) =>
  db
    .selectFrom('provenance.model_proposals as proposal')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'proposal.vendor_id')
    .innerJoin('provenance.snapshots as snapshot', 'snapshot.id', 'proposal.snapshot_id')
    .innerJoin('provenance.sources as source', (join) =>
      join
        .onRef('source.id', '=', 'proposal.source_id')
        .onRef('source.last_snapshot_id', '=', 'proposal.snapshot_id')
        .on('source.status', '<>', 'inactive'),
    )
    .select(['proposal.id', 'proposal.vendor_id', 'proposal.source_id', 'proposal.snapshot_id', 'proposal.model'])
    .select(['proposal.category', 'proposal.predicate', 'proposal.value', 'proposal.claim_text', 'proposal.details'])
    .select(['proposal.snippet', 'proposal.snippet_start', 'proposal.snippet_end', 'proposal.prefix'])
    .select(['proposal.suffix', 'proposal.proposed_at', 'proposal.verdict', 'proposal.settled_at'])
    .select(['proposal.decision', 'proposal.decided_at', 'vendor.slug', 'vendor.display_name'])
    .select(['vendor.slug as vendor_slug', 'vendor.display_name as vendor_name'])
    .select(['vendor.primary_domain', 'vendor.aliases', 'source.kind', 'source.url as source_url', 'snapshot.url'])
    .select(['snapshot.sha256', 'snapshot.content_type', 'snapshot.fetched_at', 'snapshot.noarchive'])
    .select(['snapshot.seen_at as last_seen_at', sql<Date | null>`null`.as('valid_to')])
    .where('proposal.id', '=', id)
    .executeTakeFirst()
