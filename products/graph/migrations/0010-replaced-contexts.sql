-- A context may be replaced in many transactions: until the last one commits, readers see a copy.

-- The name of the context that holds the copy; null if the context itself is read.
alter table graph.contexts add column read_in text collate "C";

alter table graph.ingestions add column mode text not null default 'add' check (mode in ('add', 'replace'));
