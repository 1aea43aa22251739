-- Vendors of the directory, which subprocessors on a trust page refer to.
create schema if not exists provenance;

create table provenance.vendors (
  id text primary key,
  slug text not null constraint vendors_slug_unique unique,
  display_name text not null,
  primary_domain text not null,
  website_url text not null default '',
  logo_url text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
