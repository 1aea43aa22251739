-- Writing many statements at once: less to write beside each of them.

-- Only types are looked up by predicate, and their counts need no more than this.
drop index graph.statements_by_predicate;
create index statements_types on graph.statements (tenant_id, workspace_id, context)
  where predicate = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

-- Of a change that has brought many statements the log has their number; the statements with its seq are the lines.
alter table graph.changes add column rows integer not null default 0;
