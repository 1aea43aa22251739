-- What a trust page shows in addition to subprocessors: statements in the customer's words, and files that prove them.
create table provenance.disclosures (
  id text primary key,
  tenant_id text not null,
  kind text not null,
  title text not null,
  body text not null default '',
  -- Rendered when the body is written; if null, it is rendered when it is read.
  body_html text,
  locale text not null default 'en',
  status text not null default 'draft'
    check (status in ('draft', 'in_review', 'approved', 'published', 'superseded', 'withdrawn')),
  version integer not null default 1,
  page_slugs text[] not null default '{}',
  effective_at timestamptz,
  published_at timestamptz,
  supersedes_id text,
  author_id text not null,
  -- Everyone besides the author who has edited it; none of them may approve it.
  editor_ids text[] not null default '{}',
  reviewer_id text,
  review_note text,
  evidence_ids text[] not null default '{}',
  signature_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index disclosures_of_tenant on provenance.disclosures (tenant_id, id desc);
create index disclosures_published on provenance.disclosures (tenant_id, published_at) where status = 'published';
-- A published disclosure has at most one draft that replaces it.
create unique index disclosures_one_next on provenance.disclosures (supersedes_id)
  where status in ('draft', 'in_review', 'approved');

create table provenance.evidence (
  id text primary key,
  tenant_id text not null,
  title text not null,
  content_type text not null,
  review_status text not null default 'pending'
    check (review_status in ('pending', 'in_review', 'approved', 'rejected', 'changes_requested', 'expired', 'superseded')),
  visibility text not null default 'hidden' check (visibility in ('hidden', 'gated', 'public')),
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index evidence_of_tenant on provenance.evidence (tenant_id, id desc);
create index evidence_shown on provenance.evidence (tenant_id) where review_status = 'approved' and visibility <> 'hidden';
