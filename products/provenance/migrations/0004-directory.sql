-- The directory: the sources of vendors, what was read there, the claims in it, and the changes.

alter table provenance.vendors
  add column aliases text[] not null default '{}',
  -- Hosts that the vendor's own domain links to as its own, such as a hosted trust center.
  add column hosts text[] not null default '{}',
  add column description text not null default '',
  add column featured boolean not null default false,
  add column origin text not null default 'seed' check (origin in ('seed', 'demo', 'import', 'operator', 'discovered')),
  add column opted_out boolean not null default false,
  add column verified boolean not null default false,
  add column last_verified_at timestamptz,
  -- The following columns are derived from sources, claims and events by pure rules; recomputing them gives the same values.
  add column ai_act text not null default 'unknown' check (ai_act in ('green', 'amber', 'red', 'unknown')),
  add column ai_act_duties jsonb not null default '[]',
  add column ai_act_note text not null default '',
  add column evidence_count integer not null default 0,
  add column source_count integer not null default 0,
  add column claim_count integer not null default 0,
  add column observation_count integer not null default 0,
  add column completeness integer not null default 0 check (completeness between 0 and 100),
  add column source_freshness text not null default 'unavailable'
    check (source_freshness in ('fresh', 'recent', 'stale', 'unavailable')),
  add column source_status text not null default 'unavailable'
    check (source_status in ('ok', 'degraded', 'failing', 'unavailable')),
  add column confidence_band text not null default 'low' check (confidence_band in ('low', 'medium', 'high')),
  add column readiness text not null default 'unavailable'
    check (readiness in ('verified', 'fresh', 'sourced', 'incomplete', 'unavailable')),
  add column warnings text[] not null default '{}',
  add column decision_id text,
  add column score real,
  add column risk_band text,
  add column score_as_of timestamptz,
  -- The order of sort=quality: readiness, then completeness, then confidence, in one number.
  add column quality integer not null default 0,
  add column derived_at timestamptz;

create table provenance.sources (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  kind text not null,
  url text not null,
  canonical_url text not null default '',
  title text not null default '',
  status text not null default 'pending' check (status in ('pending', 'ok', 'degraded', 'failing', 'inactive')),
  status_reason text not null default '',
  http_status integer,
  last_success_at timestamptz,
  last_crawl_at timestamptz,
  next_crawl_at timestamptz,
  content_bytes bigint not null default 0,
  discovery_method text not null default 'seed',
  discovered_from_url text not null default '',
  replacement_for_source_id text references provenance.sources (id) on delete set null,
  repair_method text not null default '',
  repair_reason text not null default '',
  soft_404 boolean not null default false,
  inactive_reason text not null default '',
  failures integer not null default 0,
  -- Set by the last fetch: a permanent redirect replaces the URL once it has been seen twice.
  moved_to text not null default '',
  etag text not null default '',
  last_modified text not null default '',
  last_snapshot_id text,
  created_at timestamptz not null,
  constraint sources_unique unique (vendor_id, url)
);
create index sources_due on provenance.sources (next_crawl_at) where status <> 'inactive';

-- Content that a fetch read. The bytes are blobs, named by their hash, so that identical ones are stored once.
create table provenance.snapshots (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  source_id text not null references provenance.sources (id) on delete cascade,
  url text not null,
  http_status integer not null,
  content_type text not null,
  -- Lowercase hex hashes of the bytes, and of the text extracted from them.
  sha256 text not null,
  text_sha256 text not null,
  bytes bigint not null,
  text_chars integer not null,
  headers jsonb not null default '{}',
  -- A page that asks not to be archived is read and cited, but not shown.
  noarchive boolean not null default false,
  extractor_version text,
  extract_status text not null default 'pending' check (extract_status in ('pending', 'completed', 'failed')),
  extract_error text not null default '',
  fetched_at timestamptz not null,
  -- The last fetch that found the same content.
  seen_at timestamptz not null
);
create index snapshots_by_source on provenance.snapshots (source_id, fetched_at desc);
create index snapshots_by_vendor on provenance.snapshots (vendor_id, fetched_at desc);
create index snapshots_to_extract on provenance.snapshots (fetched_at) where extract_status = 'pending';

-- Claims of a vendor over time: valid_from is the first fetch that found the claim, valid_to the first that did not,
-- recorded_at is when we stored it.
create table provenance.evidence_claims (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  source_id text not null references provenance.sources (id) on delete cascade,
  snapshot_id text not null references provenance.snapshots (id) on delete cascade,
  -- Hash of source, category, predicate, value and its position among equals: a claim has the same key in the next snapshot.
  claim_key text not null,
  category text not null,
  predicate text not null,
  value text not null,
  state text not null,
  relation text not null check (relation in ('supports', 'refutes', 'mentions', 'background')),
  claim_text text not null,
  snippet text not null,
  -- Character offsets in the snapshot's text.
  snippet_start integer not null,
  snippet_end integer not null,
  prefix text not null default '',
  suffix text not null default '',
  confidence real not null check (confidence between 0 and 1),
  factors jsonb not null default '{}',
  details jsonb not null default '{}',
  rule_id text not null,
  rule_version text not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  last_seen_at timestamptz not null,
  recorded_at timestamptz not null,
  check (snippet_end > snippet_start)
);
create unique index evidence_claims_current on provenance.evidence_claims (source_id, claim_key) where valid_to is null;
create index evidence_claims_by_vendor on provenance.evidence_claims (vendor_id, category, valid_from);
-- For questions across vendors: which of them name a subprocessor, which of them hold a certificate.
create index evidence_claims_by_value on provenance.evidence_claims (category, value) where valid_to is null;

create table provenance.change_events (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  source_id text references provenance.sources (id) on delete set null,
  event_type text not null,
  severity text not null check (severity in ('info', 'minor', 'major')),
  cause text not null default 'content' check (cause in ('content', 'extractor', 'operator', 'rule_date')),
  -- Not shown in feeds: nothing has changed at the vendor.
  hidden boolean not null default false,
  payload jsonb not null,
  source_url text,
  content_hash text,
  observed_at timestamptz not null
);
create index change_events_by_vendor on provenance.change_events (vendor_id, observed_at desc, id desc) where not hidden;
create index change_events_by_type on provenance.change_events (event_type, observed_at desc, id desc) where not hidden;
create index change_events_by_time on provenance.change_events (observed_at desc, id desc) where not hidden;

-- The reasons for a vendor's score: the same inputs and rules always give the same id.
create table provenance.score_decisions (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  rules_version text not null,
  inputs_hash text not null,
  items jsonb not null,
  total real,
  band text not null,
  as_of timestamptz not null
);
create index score_decisions_by_vendor on provenance.score_decisions (vendor_id, as_of desc);

create table provenance.crawl_jobs (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  source_id text references provenance.sources (id) on delete set null,
  source_url text not null,
  source_kind text not null,
  trigger text not null check (trigger in ('schedule', 'operator', 'discovery', 'cli')),
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'unchanged', 'failed', 'skipped')),
  error_class text not null default '',
  error_detail text not null default '',
  retryable boolean not null default false,
  attempts integer not null default 0,
  robots_allowed boolean,
  -- The robots.txt rule that decided, and when the file was read.
  robots_rule text not null default '',
  http_status integer,
  content_bytes bigint not null default 0,
  extracted_items integer not null default 0,
  snapshot_id text,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz
);
create index crawl_jobs_newest on provenance.crawl_jobs (created_at desc, id desc);
create index crawl_jobs_by_vendor on provenance.crawl_jobs (vendor_id, created_at desc);
create index crawl_jobs_open on provenance.crawl_jobs (status) where status in ('queued', 'running');

-- Changes that are yet to be sent to the graph, and those that failed.
create table provenance.graph_outbox (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  snapshot_id text,
  assert jsonb not null default '[]',
  retract jsonb not null default '[]',
  status text not null default 'pending' check (status in ('pending', 'retry', 'delivered', 'dead', 'auth_dead')),
  attempts integer not null default 0,
  last_error text not null default '',
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index graph_outbox_due on provenance.graph_outbox (next_attempt_at) where status in ('pending', 'retry');
create index graph_outbox_dead on provenance.graph_outbox (status, created_at) where status in ('dead', 'auth_dead');

-- The words of a name, without accents, case and punctuation.
create function provenance.words_of(text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct word from regexp_split_to_table(
      lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')), '[[:space:][:punct:]]+') as word
    where word <> '')
$$;
-- Every suffix of every word: a prefix match on suffixes finds any substring, so one index is enough. Words are cut to 64
-- characters, because a lexeme may not be longer than 2 KB.
create function provenance.search_vector(name text, domain text, aliases text[]) returns tsvector
language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(distinct substr(word, i, 64))), ''::tsvector)
  from unnest(provenance.words_of(name || ' ' || domain || ' ' || array_to_string(aliases, ' '))) as word,
    generate_series(1, least(length(word), 64)) as i
$$;
-- Each word of the query as a prefix of such a suffix; null if the query has no words, which matches nothing.
create function provenance.search_query(text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || left(word, 64) || ''':*', ' & ')::tsquery from unnest(provenance.words_of($1)) as word
$$;
alter table provenance.vendors
  add column search tsvector
    generated always as (provenance.search_vector(display_name, primary_domain, aliases)) stored,
  -- A column, because an index-only scan cannot use an index on an expression.
  add column sort_name text not null generated always as (lower(display_name)) stored;
create index vendors_search on provenance.vendors using gin (search);

-- Each filter of the list in both sort orders, with the slug: the vendors of a page and the total number of matches come
-- from these indexes alone.
create index vendors_by_quality on provenance.vendors (quality desc, slug);
create index vendors_by_name on provenance.vendors (sort_name, slug);
create index vendors_verified on provenance.vendors (verified, quality desc, slug);
create index vendors_verified_by_name on provenance.vendors (verified, sort_name, slug);
create index vendors_ai_act on provenance.vendors (ai_act, quality desc, slug);
create index vendors_ai_act_by_name on provenance.vendors (ai_act, sort_name, slug);
create index vendors_readiness on provenance.vendors (readiness, quality desc, slug);
create index vendors_readiness_by_name on provenance.vendors (readiness, sort_name, slug);
create index vendors_source_status on provenance.vendors (source_status, quality desc, slug);
create index vendors_source_status_by_name on provenance.vendors (source_status, sort_name, slug);
create index vendors_featured on provenance.vendors (quality desc, slug) where featured;
create index vendors_by_domain on provenance.vendors (primary_domain);

-- Whether a vendor has its own trust page: verified hosts under its domain, which are adjacent when reversed.
create index pages_by_domain_backwards on provenance.pages (reverse(custom_domain) collate "C")
  where published and domain_status = 'verified';
