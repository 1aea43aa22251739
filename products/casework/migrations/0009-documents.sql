-- Readable documents: pages of the corpus and texts of uploads, with their passages for full-text search.
create table casework.documents (
  id text primary key,
  -- `shared`, or the workspace that uploaded it.
  space text not null,
  pack_id text not null,
  -- Exactly one of these two owns it.
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
  -- Null if the license forbids storing it.
  text text,
  -- Sanitized; null if the document has no markup.
  html text,
  bytes bigint not null,
  words integer not null,
  content_hash text not null,
  as_of timestamptz,
  -- Everything that looks like the name of a thing, in lower case, whether or not any list knows it today …
  names text[] not null,
  -- … and its positions: [name, start, end].
  named_at jsonb not null,
  -- In the text index: the number of passages, and their words in total.
  passages integer not null,
  passage_words integer not null,
  check ((entry_id is null) <> (evidence_id is null))
);
create index documents_by_space on casework.documents (space, id);
create index documents_by_entry on casework.documents (entry_id) where entry_id is not null;
create index documents_by_evidence on casework.documents (evidence_id) where evidence_id is not null;
create index documents_by_name on casework.documents using gin (names);

-- The text index: only current documents have passages. A row fits in a page, so that terms are read without TOAST.
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
  -- How often each term occurs here: {"term": 2}. An object allows lookup by term; an array would have to be scanned.
  terms jsonb not null,
  primary key (document_id, place)
) with (toast_tuple_target = 4080);
create index passages_by_term on casework.passages using gin (terms);
