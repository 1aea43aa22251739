// A claim with all that proves it.
import type { Db } from '@veritrace/platform/db/db'
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
