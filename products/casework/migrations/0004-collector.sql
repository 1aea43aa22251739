-- The collector's state for each source: the last attempt, the last response, and the number of failures.
create table casework.source_states (
  space text not null,
  pack_id text not null,
  source_id text not null,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  http_status integer,
  etag text not null default '',
  last_modified text not null default '',
  robots text not null default 'not_applicable' check (robots in ('allowed', 'disallowed', 'not_applicable')),
  consecutive_failures integer not null default 0,
  -- {class, detail}
  last_error jsonb,
  changed_last_run boolean not null default false,
  primary key (space, pack_id, source_id)
);
