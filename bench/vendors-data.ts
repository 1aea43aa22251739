// 100,000 vendors, one of them with many claims.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'

const VENDORS = 100_000
/** As many as can be inserted well within the statement timeout. */
const AT_ONCE = 2_000
const CLAIMS = 2_000
export const TALKATIVE = 'vendor-1'

export async function fillDirectory(db: Db): Promise<void> {
  for (let from = 1; from <= VENDORS; from += AT_ONCE)
    await sql`insert into provenance.vendors
        (id, slug, display_name, primary_domain, verified, ai_act, readiness, source_status, quality)
      select 'ven_' || i, 'vendor-' || i, 'Vendor ' || left(md5(i::text), 8), left(md5(i::text), 8) || '.test', i % 10 = 0,
        (array['green', 'amber', 'red', 'unknown'])[1 + i % 4],
        (array['verified', 'fresh', 'sourced', 'incomplete', 'unavailable'])[1 + i % 5],
        (array['ok', 'degraded', 'failing', 'unavailable'])[1 + (i / 5) % 4], (i * 7919) % 41000
      from generate_series(${from}::int, ${from + AT_ONCE - 1}::int) i`.execute(db)
  await sql`insert into provenance.sources (id, vendor_id, kind, url, status, last_success_at, last_crawl_at, created_at)
    values ('src_1', 'ven_1', 'subprocessors', 'https://one.test/', 'ok', now(), now(), now())`.execute(db)
  await sql`insert into provenance.snapshots (id, vendor_id, source_id, url, http_status, content_type, sha256,
      text_sha256, bytes, text_chars, fetched_at, seen_at)
    values ('snp_1', 'ven_1', 'src_1', 'https://one.test/', 200, 'text/html', repeat('a', 64), repeat('b', 64),
      1000, 900, now(), now())`.execute(db)
  await sql`insert into provenance.evidence_claims (id, vendor_id, source_id, snapshot_id, claim_key, category, predicate,
      value, state, relation, claim_text, snippet, snippet_start, snippet_end, confidence, rule_id, rule_version,
      valid_from, last_seen_at, recorded_at)
    select 'clm_' || i, 'ven_1', 'src_1', 'snp_1', 'key ' || i, 'subprocessor', 'uses_subprocessor', 'Company ' || i,
      'affirmed', 'supports', 'Company ' || i || ': hosting', 'Company ' || i || ' hosts what customers upload, in the EU.',
      0, 10, 0.85, 'subprocessors.table', '1', now(), now(), now()
    from generate_series(1, ${CLAIMS}) i`.execute(db)
  for (const table of ['vendors', 'sources', 'snapshots', 'evidence_claims'])
    await sql`vacuum analyze ${sql.table(`provenance.${table}`)}`.execute(db)
}
