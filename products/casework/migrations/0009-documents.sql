-- What can be read: pages of the corpus and texts of uploads, with passages of them to search in.
create table casework.documents (
  id text primary key,
  -- `shared`, or the workspace that brought it.
  space text not null,
  pack_id text not null,
  -- One of these two owns it.
  entry_id text references casework.entries (id) on delete cascade,
  evidence_id text references casework.evidence (id) on delete cascade,
  kind text not null check (kind in ('catalog', 'guidance', 'reference', 'evidence')),
  source_id text not null,
  title text not null,
  path text not null,
  url text,
  language text not null,
  license jsonb not null,
  sections jsonb not null,
  -- Null where the licence lets nobody keep it.
  text text,
  -- Sanitised; null for what has no markup.
  html text,
  bytes bigint not null,
  words integer not null,
  content_hash text not null,
  as_of timestamptz,
  -- What looks like the name of a thing, in small letters, whether any list knows it today or not …
  names text[] not null,
  -- … and where each stands: [name, start, end].
  named_at jsonb not null,
  -- In the text index: how many passages, and how long they are together.
  passages integer not null,
  passage_words integer not null,
  check ((entry_id is null) <> (evidence_id is null))
);
create index documents_by_space on casework.documents (space, id);
create index documents_by_entry on casework.documents (entry_id) where entry_id is not null;
create index documents_by_evidence on casework.documents (evidence_id) where evidence_id is not null;
create index documents_by_name on casework.documents using gin (names);

-- The text index: only what is current has passages. A row fits a page, so that its terms are read without detours.
create table casework.passages (
  document_id text not null references casework.documents (id) on delete cascade,
  place integer not null,
  space text not null,
  evidence_id text,
  section text not null,
  start integer not null,
  stop integer not null,
  text text not null,
  words integer not null,
  -- How often each term stands here: {"term": 2}. Looked up without reading the others, which arrays are not.
  terms jsonb not null,
  primary key (document_id, place)
) with (toast_tuple_target = 4080);
create index passages_by_term on casework.passages using gin (terms);
