-- Trust pages and the vendors that a customer names on them as subprocessors.
create table provenance.pages (
  id text primary key,
  tenant_id text not null,
  slug text not null constraint pages_slug_unique unique,
  display_name text not null,
  headline text not null default '',
  intro text not null default '',
  locale text not null default 'en',
  theme jsonb not null default '{}',
  custom_domain text,
  domain_status text not null default 'none' check (domain_status in ('none', 'pending_dns', 'verified', 'failed')),
  domain_token text not null,
  domain_checked_at timestamptz,
  domain_error text,
  footer_branding boolean not null default true,
  indexable boolean not null default true,
  status_page_url text,
  security_contact text,
  no_subprocessors boolean not null default false,
  nda_required boolean not null default false,
  nda_template_id text,
  sections text[] not null default '{subprocessors,disclosures,evidence}',
  published boolean not null default false,
  published_at timestamptz,
  unpublished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index pages_of_tenant on provenance.pages (tenant_id, id desc);
create index pages_published on provenance.pages (slug) where published;
create index pages_with_domain on provenance.pages (domain_checked_at) where custom_domain is not null;
-- Two customers may enter the same domain, but only one can verify it.
create unique index pages_domain_unique on provenance.pages (custom_domain) where domain_status = 'verified';

create table provenance.subprocessors (
  tenant_id text not null,
  page_id text not null references provenance.pages (id) on delete cascade,
  vendor_id text not null references provenance.vendors (id),
  position integer not null,
  purpose text not null default '',
  data_categories text[] not null default '{}',
  locations text[] not null default '{}',
  effective_at timestamptz,
  added_at timestamptz not null default now(),
  constraint subprocessors_unique primary key (page_id, vendor_id)
);
create index subprocessors_in_order on provenance.subprocessors (page_id, position, vendor_id);
