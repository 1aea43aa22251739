-- A recipient who lost the link of a grant gets a new one at /access: it expires after a day, and the first link still works.
create table provenance.grant_links (
  id text primary key,
  tenant_id text not null,
  grant_id text not null references provenance.grants (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index grant_links_of_grant on provenance.grant_links (grant_id, created_at);
create index grant_links_ended on provenance.grant_links (expires_at);
create index grants_by_address on provenance.grants (lower(subject_email));
