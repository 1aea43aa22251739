-- Projects, the files that users upload to them, and what was read from those files.
create table casework.projects (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  name text not null,
  description text,
  pack_id text not null,
  default_target text not null,
  system jsonb,
  status text not null check (status in ('active', 'archived')),
  owner jsonb not null,
  tags text[] not null default '{}',
  freeze_periods jsonb not null default '[]',
  keep_names boolean not null default false,
  -- The key for pseudonyms: a person has the same pseudonym throughout this project, and a different one in every other.
  pseudonym_key text not null,
  -- Grows with every piece of evidence that changes the estate.
  estate_revision integer not null default 0,
  -- Size of the merged estate, counted when it changes, so that a list of projects counts nothing.
  objects integer not null default 0,
  packages integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index projects_name on casework.projects (tenant_id, workspace_id, lower(name)) where deleted_at is null;
create index projects_by_id on casework.projects (tenant_id, workspace_id, id);
create index projects_deleted on casework.projects (deleted_at) where deleted_at is not null;

create table casework.evidence (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null references casework.projects (id) on delete cascade,
  customer_id text not null,
  filename text not null,
  label text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  blob_key text not null,
  -- The kind that the caller gave; takes precedence over the detected one.
  asked_kind text,
  kind text not null,
  detection jsonb not null,
  mapping jsonb,
  status text not null check (status in ('received', 'scanning', 'parsing', 'parsed', 'parsed_with_warnings',
    'needs_mapping', 'rejected', 'quarantined', 'superseded')),
  status_reason text not null default '',
  parser jsonb not null,
  counts jsonb not null,
  rejected jsonb not null default '[]',
  warnings jsonb not null default '[]',
  columns jsonb not null,
  usage_window jsonb,
  -- Types that the file's usage data covers: an object of these types that it does not name was not used.
  usage_types text[] not null default '{}',
  system text,
  check_variant text,
  object_set_complete boolean,
  document_ids text[] not null default '{}',
  entry_id text,
  statements integer not null default 0,
  collected_at timestamptz,
  uploaded_by jsonb not null,
  uploaded_at timestamptz not null,
  supersedes text,
  superseded_by text,
  authors_redacted boolean not null default true,
  -- The number of this reading. A reading that was overtaken by a newer one writes nothing.
  reading integer not null default 1,
  version integer not null default 1
);
create unique index evidence_bytes on casework.evidence (project_id, sha256);
create index evidence_by_project on casework.evidence (tenant_id, workspace_id, project_id, id);

-- What each file says about each object. Rows are deleted with their file; the estate merges all files that count.
create table casework.estate_objects (
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null,
  evidence_id text not null references casework.evidence (id) on delete cascade,
  place integer not null,
  type text not null,
  name text not null,
  package text not null default '',
  owner text not null default '',
  component text not null default '',
  lines integer not null default 0,
  parsed_ratio real not null default 1,
  dynamic_calls integer not null default 0,
  has_dependencies boolean not null default false,
  has_atc boolean not null default false,
  executions bigint,
  last_used text,
  findings integer[] not null default '{0,0,0,0}',
  technologies text not null default '',
  -- Other names under which it is used, such as FUNC:Z_DO of a function group.
  members text not null default '',
  file text not null default '',
  primary key (evidence_id, place)
);
create index estate_objects_by_name on casework.estate_objects (tenant_id, workspace_id, project_id, name, type);

create table casework.estate_references (
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null,
  evidence_id text not null references casework.evidence (id) on delete cascade,
  place integer not null,
  type text not null,
  name text not null,
  primary key (evidence_id, place)
);

-- Which object uses which reference, and how. Both places refer to the two tables above.
create table casework.estate_uses (
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null,
  evidence_id text not null references casework.evidence (id) on delete cascade,
  from_place integer not null,
  to_place integer not null,
  access smallint not null,
  sites integer not null,
  -- Line of the first site; 0 if unknown.
  line integer not null,
  primary key (evidence_id, from_place, to_place, access)
);

create table casework.estate_findings (
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null,
  evidence_id text not null references casework.evidence (id) on delete cascade,
  place integer not null,
  object_type text not null,
  object_name text not null,
  check_id text not null,
  check_title text not null,
  message_id text not null,
  message text not null,
  priority smallint not null,
  reference_type text,
  reference_name text,
  line integer,
  exempted boolean not null,
  quickfix boolean not null,
  primary key (evidence_id, place)
);
create index estate_findings_by_object on casework.estate_findings
  (tenant_id, workspace_id, project_id, object_name, object_type);
