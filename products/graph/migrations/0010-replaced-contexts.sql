-- A context that is replaced in many transactions: until the last of them whoever reads it is answered from a copy.

-- The name of the context that holds the copy; null for one that is read as it is.
alter table graph.contexts add column read_in text collate "C";

alter table graph.ingestions add column mode text not null default 'add' check (mode in ('add', 'replace'));
