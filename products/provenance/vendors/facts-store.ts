// Sources and claims of vendors, now or as of a moment, each in one query for all vendors.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { SourceRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'

export type KnownSource = Pick<
  SourceRow,
  | 'id'
  | 'vendor_id'
  | 'kind'
  | 'url'
  | 'canonical_url'
  | 'title'
  | 'status'
  | 'status_reason'
  | 'http_status'
  | 'last_success_at'
  | 'last_crawl_at'
  | 'content_bytes'
  | 'discovery_method'
  | 'discovered_from_url'
  | 'replacement_for_source_id'
  | 'repair_method'
  | 'repair_reason'
  | 'soft_404'
  | 'inactive_reason'
  | 'failures'
  | 'created_at'
> & { observations: number; warnings: string[] }

export const listSources = async (db: Db<Tables>, vendors: readonly string[], at?: Date): Promise<KnownSource[]> =>
  at ? listSourcesAt(db, vendors, at) : listSourcesNow(db, vendors)

const listSourcesNow = (db: Db<Tables>, vendors: readonly string[]) =>
  db
    .selectFrom('provenance.sources as source')
    .select([
      'source.id',
      'source.vendor_id',
      'source.kind',
      'source.url',
      'source.canonical_url',
      'source.title',
      'source.status',
      'source.status_reason',
      'source.http_status',
      'source.last_success_at',
      'source.last_crawl_at',
      'source.content_bytes',
      'source.discovery_method',
      'source.discovered_from_url',
      'source.replacement_for_source_id',
      'source.repair_method',
      'source.repair_reason',
      'source.soft_404',
      'source.inactive_reason',
      'source.failures',
      'source.created_at',
      sql<number>`(select count(*) from provenance.snapshots
        where source_id = source.id and extract_status <> 'failed')`.as('observations'),
      sql<string[]>`coalesce((select warnings from provenance.snapshots where id = source.last_snapshot_id), '{}')`.as(
        'warnings',
      ),
    ])
    .where('source.vendor_id', '=', sql<string>`any(${[...vendors]}::text[])`)
    .orderBy('source.vendor_id')
    .orderBy('source.kind')
    .orderBy('source.id')
    .execute()

/**
 * A source row has only its latest state. Its state at an earlier moment is computed from its crawls, snapshots and events.
 * A retired source counts as retired from the event that says so.
 */
async function listSourcesAt(db: Db<Tables>, vendors: readonly string[], at: Date): Promise<KnownSource[]> {
  const { rows } = await sql<KnownSource>`
    with chosen as (
      select id, vendor_id, kind, url, canonical_url, title, status, status_reason, discovery_method,
        discovered_from_url, replacement_for_source_id, repair_method, repair_reason, inactive_reason, created_at
      from provenance.sources where vendor_id = any(${[...vendors]}::text[]) and created_at <= ${at}
    ), tries as (
      select source_id, status, completed_at, error_class from provenance.crawl_jobs
      where vendor_id = any(${[...vendors]}::text[]) and completed_at <= ${at} and status in ('succeeded', 'unchanged', 'failed')
    ), tried as (
      select source_id, max(completed_at) as last, max(completed_at) filter (where status <> 'failed') as succeeded
      from tries group by source_id
    ), failed as (
      select tries.source_id, count(*) as times,
        (array_agg(tries.error_class order by tries.completed_at desc))[1] as error_class
      from tries join tried using (source_id)
      where tries.status = 'failed' and (tried.succeeded is null or tries.completed_at > tried.succeeded)
      group by tries.source_id
    ), read as (
      select source_id, count(*) as times,
        max(case when seen_at <= ${at} then seen_at else fetched_at end) as last,
        (array_agg(http_status order by fetched_at desc))[1] as http_status,
        (array_agg(bytes order by fetched_at desc))[1] as bytes,
        (array_agg(to_jsonb(warnings) order by fetched_at desc) filter (where held_back = ''))[1] as warnings
      from provenance.snapshots
      where vendor_id = any(${[...vendors]}::text[]) and fetched_at <= ${at} and extract_status <> 'failed'
      group by source_id
    ), retired as (
      select distinct source_id from provenance.change_events
      where vendor_id = any(${[...vendors]}::text[]) and event_type = 'source.retired' and observed_at <= ${at}
    )
    select chosen.id, chosen.vendor_id, chosen.kind, chosen.url, chosen.canonical_url, chosen.title,
      case when chosen.status = 'inactive' and retired.source_id is not null or failed.error_class = 'robots_disallowed'
        then 'inactive' else 'ok' end as status,
      case when retired.source_id is not null then chosen.status_reason else coalesce(failed.error_class, '') end
        as status_reason,
      read.http_status, greatest(tried.succeeded, read.last) as last_success_at,
      greatest(tried.last, read.last) as last_crawl_at, coalesce(read.bytes, 0) as content_bytes,
      chosen.discovery_method, chosen.discovered_from_url, chosen.replacement_for_source_id,
      chosen.repair_method, chosen.repair_reason, false as soft_404,
      case when retired.source_id is not null then chosen.inactive_reason
        when failed.error_class = 'robots_disallowed' then 'robots' else '' end as inactive_reason,
      coalesce(failed.times, 0) as failures, chosen.created_at, coalesce(read.times, 0) as observations,
      coalesce(read.warnings, '[]') as warnings
    from chosen
    left join tried on tried.source_id = chosen.id
    left join failed on failed.source_id = chosen.id
    left join read on read.source_id = chosen.id
    left join retired on retired.source_id = chosen.id
    order by chosen.vendor_id, chosen.kind, chosen.id`.execute(db)
  return rows
}

/** Columns of a claim, without its texts. */
const CLAIM = [
  'claim.id',
  'claim.source_id',
  'claim.snapshot_id',
  'claim.category',
  'claim.predicate',
  'claim.value',
  'claim.state',
  'claim.relation',
  'claim.confidence',
  'claim.details',
] as const

const selectClaims = (db: Db<Tables>, vendors: readonly string[], at?: Date) =>
  db
    .selectFrom('provenance.evidence_claims as claim')
    .select(CLAIM)
    .where('claim.vendor_id', '=', sql<string>`any(${[...vendors]}::text[])`)
    .$if(at === undefined, (rows) => rows.where('claim.valid_to', 'is', null))
    .$if(at !== undefined, (rows) =>
      rows
        .where('claim.valid_from', '<=', at!)
        .where((row) => row.or([row('claim.valid_to', 'is', null), row('claim.valid_to', '>', at!)])),
    )

/** The input of the rules, without texts. */
export const listClaimFacts = (db: Db<Tables>, vendors: readonly string[], at?: Date) =>
  selectClaims(db, vendors, at).select('claim.vendor_id').orderBy('claim.vendor_id').orderBy('claim.id').execute()

export type ShownClaim = Awaited<ReturnType<typeof listShownClaims>>[number]
/**
 * A claim moves to each newer snapshot with the same statement. For an earlier moment, it must cite the snapshot that was
 * current then.
 */
const snapshotAt = (at: Date) => sql<string>`coalesce((
  select id from provenance.snapshots
  where source_id = claim.source_id and fetched_at <= ${at} and held_back = '' order by fetched_at desc limit 1
), claim.snapshot_id)`

/**
 * Claims with what readers see: the quote, its page and the time of the fetch. Thousands of claims come from a few pages, so
 * pages are loaded once each. Claims whose page was deleted in the meantime are left out.
 */
export async function listShownClaims(db: Db<Tables>, vendor: string, at?: Date) {
  const rows = await selectClaims(db, [vendor], at)
    .select(['claim.claim_text', 'claim.snippet'])
    // Only status claims need it.
    .select(sql<Date | null>`case when claim.category = 'status' then claim.valid_from end`.as('valid_from'))
    .$if(at !== undefined, (claims) => claims.select(snapshotAt(at!).as('artifact_id')))
    .orderBy('claim.category')
    .orderBy('claim.confidence', 'desc')
    // Not by id first: the order in which claims were read means nothing to readers.
    .orderBy('claim.predicate')
    .orderBy('claim.value')
    .orderBy('claim.id')
    .execute()
  const artifactOf = ({ artifact_id, snapshot_id }: (typeof rows)[number]): string => artifact_id ?? snapshot_id
  const [pages, fetches] = await Promise.all([
    addressesOf(db, new Set(rows.map(({ source_id }) => source_id))),
    fetchesOf(db, new Set(rows.map(artifactOf))),
  ])
  return rows.flatMap((row) => {
    const artifact_id = artifactOf(row)
    const source_url = pages.get(row.source_id)
    const fetched_at = fetches.get(artifact_id)
    return source_url === undefined || !fetched_at ? [] : Object.assign(row, { artifact_id, source_url, fetched_at })
  })
}

const addressesOf = async (db: Db<Tables>, ids: ReadonlySet<string>): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('provenance.sources')
    .select(['id', 'url'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, url }) => [id, url]))
}

const fetchesOf = async (db: Db<Tables>, ids: ReadonlySet<string>): Promise<Map<string, Date>> => {
  const rows = await db
    .selectFrom('provenance.snapshots')
    .select(['id', 'fetched_at'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, fetched_at }) => [id, fetched_at]))
}

/** What an event quotes about a claim. */
export const listQuotes = (db: Db<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('provenance.evidence_claims as claim')
    .innerJoin('provenance.sources as source', 'source.id', 'claim.source_id')
    .innerJoin('provenance.snapshots as snapshot', 'snapshot.id', 'claim.snapshot_id')
    .select(CLAIM)
    .select([
      'claim.vendor_id',
      'claim.snippet',
      'claim.rule_version',
      'claim.valid_from',
      'source.url',
      'snapshot.sha256',
    ])
    .where('claim.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('claim.id')
    .execute()
