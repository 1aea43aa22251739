-- One row for each origin that the crawler contacts, so that all processes together respect its limits.

create table provenance.crawl_hosts (
  -- Scheme, host and port: robots.txt applies to exactly these (RFC 9309 §2.3).
  origin text primary key,
  -- The last robots.txt that was read; null if there is none or it could never be fetched.
  robots bytea,
  robots_status integer,
  -- When that response arrived, and when to fetch it again.
  robots_fetched_at timestamptz,
  robots_until timestamptz,
  -- Why it cannot be fetched, and since when.
  robots_error text not null default '',
  robots_failing_since timestamptz,
  -- The pause between requests; grows when the host is slow or rate-limits us, and recovers.
  delay_ms integer not null default 0,
  strikes integer not null default 0,
  next_allowed_at timestamptz not null,
  -- The process that currently uses the host, and when its claim expires.
  busy_by text not null default '',
  busy_until timestamptz not null
);

-- The host's response for a page that does not exist, by directory: a page that looks the same does not exist either.
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
  -- When to look for its sources again; null if that has never happened.
  add column next_discovery_at timestamptz;
create index vendors_to_discover on provenance.vendors (next_discovery_at nulls first, id) where not opted_out;

-- A source that robots.txt disallows is tried again, because the file may change.
drop index provenance.sources_due;
create index sources_due on provenance.sources (next_crawl_at) where status <> 'inactive' or inactive_reason = 'robots';

-- The open job of a source, queued or running.
create index crawl_jobs_open_by_source on provenance.crawl_jobs (source_id) where status in ('queued', 'running');
