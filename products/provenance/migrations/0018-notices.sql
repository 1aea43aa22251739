-- Email notifications wait here until they are due. Sent ones are stored for a while, so that no one gets them twice.
create table provenance.notices (
  id text primary key,
  tenant_id text not null references platform.tenants (id) on delete cascade,
  user_id text not null,
  topic text not null check (topic in ('vendor.change', 'source.health', 'trust_request', 'evidence.expiry', 'billing', 'security')),
  -- Identifies the event: the same for everyone who is notified of it.
  key text not null,
  title text not null,
  -- The path of the page to open, relative to our own address.
  path text not null,
  severity text check (severity in ('info', 'minor', 'major')),
  -- For a vendor: whether the customer has pinned it.
  pinned boolean,
  created_at timestamptz not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  constraint notices_once unique (tenant_id, user_id, key)
);
create index notices_due on provenance.notices (due_at) where sent_at is null;
create index notices_waiting on provenance.notices (tenant_id, user_id, due_at) where sent_at is null;
create index notices_by_age on provenance.notices (created_at);

-- The time up to which changes in the directory were processed.
create table provenance.notice_marks (
  name text primary key,
  until timestamptz not null
);

-- The owner of an unsubscribe link. Each email derives the link from one of our keys; only its hash is stored here.
create table provenance.unsubscribe_links (
  tenant_id text not null references platform.tenants (id) on delete cascade,
  user_id text not null,
  token_hash text not null constraint unsubscribe_links_token unique,
  token_hint text not null,
  created_at timestamptz not null,
  primary key (tenant_id, user_id)
);

-- Finds the pages that name a vendor that has changed.
create index subprocessors_by_vendor on provenance.subprocessors (vendor_id);
