-- Replacements of a context follow each other, and one that comes to nothing leaves what was there (docs/adr/0036).

-- The ingestion that replaces the context: whatever others write there meanwhile is written to its copy as well.
alter table graph.contexts add column replaced_by text collate "C";

-- Of those that were left in the middle: their ingestion goes on, or puts them back to what is read.
update graph.contexts known set replaced_by = (
  select id from graph.ingestions
  where tenant_id = known.tenant_id and workspace_id = known.workspace_id and context = known.context
    and mode = 'replace' and started_at is not null
  order by completed_at is null desc, id desc limit 1)
where read_in is not null;

-- When a statement was last taken out of the context. What is not known could have been at the last write.
alter table graph.contexts add column removed_at timestamptz;
update graph.contexts set removed_at = last_write_at;

create index ingestions_that_replace on graph.ingestions (tenant_id, workspace_id, context)
  where mode = 'replace' and completed_at is null;
