-- One row for each origin that the crawler speaks to, so that all processes together are as polite as one.

create table provenance.crawl_hosts (
  -- Scheme, host and port: robots.txt holds for exactly these (RFC 9309 §2.3).
  origin text primary key,
  -- The last robots.txt that was read; null where there is none or it was never reached.
  robots bytea,
  robots_status integer,
  -- When that answer came, and when it is asked for again.
  robots_fetched_at timestamptz,
  robots_until timestamptz,
  -- Why it cannot be reached, and since when.
  robots_error text not null default '',
  robots_failing_since timestamptz,
  -- The pause that the host has earned; grows when it is slow or asks for mercy, and recovers.
  delay_ms integer not null default 0,
  strikes integer not null default 0,
  next_allowed_at timestamptz not null,
  -- Who speaks to the host right now, and until when that counts.
  busy_by text not null default '',
  busy_until timestamptz not null
);

-- How a page looks that does not exist there, by directory: what looks the same does not exist either.
create table provenance.crawl_baselines (
  origin text not null,
  directory text not null,
  http_status integer,
  url text not null,
  body text not null,
  probed_at timestamptz not null,
  primary key (origin, directory)
);

alter table provenance.vendors
  -- When its sources are looked for again; null where they never were.
  add column next_discovery_at timestamptz;
create index vendors_to_discover on provenance.vendors (next_discovery_at nulls first, id) where not opted_out;

-- A source that robots.txt closes is asked for again: the file may change.
drop index provenance.sources_due;
create index sources_due on provenance.sources (next_crawl_at) where status <> 'inactive' or inactive_reason = 'robots';

-- The try of a source that is under way, or waits.
create index crawl_jobs_open_by_source on provenance.crawl_jobs (source_id) where status in ('queued', 'running');
