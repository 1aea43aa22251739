-- The corpus, which exists before anyone uploads an estate: managed files, and what each file says about named objects.
create schema if not exists casework;

-- One version of one source file or page. `space` is `shared` for what the installation collects, and
-- `<tenant>/<workspace>` for what a workspace uploaded.
create table casework.entries (
  id text primary key,
  space text not null,
  pack_id text not null,
  source_id text not null,
  -- The catalog list that this is a version of, such as pce-2023-3; null if it is not a list.
  list_id text,
  kind text not null check (kind in ('catalog', 'guidance', 'reference', 'evidence')),
  title text not null,
  uri text not null,
  version_label text not null default '',
  revision text not null default '',
  content_hash text not null,
  bytes bigint not null,
  media_type text not null,
  language text not null default 'en',
  license jsonb not null,
  status text not null check (status in
    ('registered', 'fetching', 'fetched', 'extracting', 'ready', 'degraded', 'failed', 'retired')),
  status_reason text not null default '',
  counts jsonb not null default '{}',
  validation jsonb not null default '{}',
  changes jsonb,
  rejected jsonb not null default '[]',
  log jsonb not null default '[]',
  blob_key text,
  supersedes text,
  -- True for the version that answers are based on.
  is_current boolean not null default false,
  as_of timestamptz,
  first_seen_at timestamptz not null,
  fetched_at timestamptz,
  extracted_at timestamptz,
  retired_at timestamptz
);
create unique index entries_current on casework.entries (space, pack_id, source_id, uri) where is_current;
create unique index entries_current_list on casework.entries (space, pack_id, list_id) where is_current and list_id is not null;
create index entries_by_space on casework.entries (space, id);

-- What one list says about one thing. A state belongs to the pair (thing, list), never to the thing.
create table casework.facts (
  entry_id text not null references casework.entries (id) on delete cascade,
  type text not null,
  key text not null,
  -- The role of the list in the rules: release, classification, profile, …
  role text not null,
  state text not null,
  successor_kind text not null default '',
  concept text not null default '',
  labels text[] not null default '{}',
  container_type text not null default '',
  container_name text not null default '',
  software_component text not null default '',
  component text not null default '',
  -- The position of the record in the file.
  pointer text not null,
  -- Further fields that rules of the pack may read.
  attributes jsonb,
  primary key (key, type, entry_id)
);
create index facts_by_entry on casework.facts (entry_id, type, key);
create index facts_by_component on casework.facts (entry_id, component text_pattern_ops);

create table casework.successors (
  entry_id text not null references casework.entries (id) on delete cascade,
  type text not null,
  key text not null,
  place integer not null,
  successor_type text not null,
  successor_key text not null,
  primary key (key, type, entry_id, place)
);
create index successors_back on casework.successors (successor_key, successor_type, entry_id);
create index successors_by_entry on casework.successors (entry_id);

-- Decisions of people about a thing: another level, how well a successor fits, an exemption.
create table casework.decisions (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  pack_id text not null,
  kind text not null check (kind in ('overlay', 'successor_fit', 'exemption', 'accept', 'reject')),
  type text not null,
  key text not null,
  project_id text,
  case_id text,
  value jsonb not null,
  rationale text not null default '',
  reviewed boolean not null default false,
  by_id text not null,
  by_name text not null,
  at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index decisions_by_thing on casework.decisions (tenant_id, workspace_id, key, type) where revoked_at is null;
create index decisions_by_id on casework.decisions (tenant_id, workspace_id, id);

-- The revision grows with every decision, so that an answer can name the revision it is based on.
create table casework.workspaces (
  tenant_id text not null,
  workspace_id text not null,
  decisions_revision bigint not null default 0,
  primary key (tenant_id, workspace_id)
);
