-- What people are to be told by mail waits here until its moment; what was told stays a while, so that nobody is told twice.
create table provenance.notices (
  id text primary key,
  tenant_id text not null references platform.tenants (id) on delete cascade,
  user_id text not null,
  topic text not null check (topic in ('vendor.change', 'source.health', 'trust_request', 'evidence.expiry', 'billing', 'security')),
  -- The thing that happened: the same for everyone who is told of it.
  key text not null,
  title text not null,
  -- Where the thing is, below our own address.
  path text not null,
  severity text check (severity in ('info', 'minor', 'major')),
  -- Of a vendor: whether the customer has pinned it.
  pinned boolean,
  created_at timestamptz not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  constraint notices_once unique (tenant_id, user_id, key)
);
create index notices_due on provenance.notices (due_at) where sent_at is null;
create index notices_waiting on provenance.notices (tenant_id, user_id, due_at) where sent_at is null;
create index notices_by_age on provenance.notices (created_at);

-- Up to when changes of the directory were looked through.
create table provenance.notice_marks (
  name text primary key,
  until timestamptz not null
);

-- Who a link to stop the mails is for. It is made anew from a key of ours for each mail; here is only what it is known by.
create table provenance.unsubscribe_links (
  tenant_id text not null references platform.tenants (id) on delete cascade,
  user_id text not null,
  token_hash text not null constraint unsubscribe_links_token unique,
  token_hint text not null,
  created_at timestamptz not null,
  primary key (tenant_id, user_id)
);

-- Whose pages name a vendor that has changed.
create index subprocessors_by_vendor on provenance.subprocessors (vendor_id);
