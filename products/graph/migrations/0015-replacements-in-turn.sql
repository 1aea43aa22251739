-- Replacements of a context run one after the other, and a failed one leaves the old content in place (docs/adr/0036).

-- The ingestion that replaces the context. Until it ends, other writes to the context also go to its copy.
alter table graph.contexts add column replaced_by text collate "C";

-- Replacements that were interrupted: their ingestion continues, or restores the content that readers see.
update graph.contexts known set replaced_by = (
  select id from graph.ingestions
  where tenant_id = known.tenant_id and workspace_id = known.workspace_id and context = known.context
    and mode = 'replace' and started_at is not null
  order by completed_at is null desc, id desc limit 1)
where read_in is not null;

-- When a statement was last removed from the context. If unknown, assume the last write.
alter table graph.contexts add column removed_at timestamptz;
update graph.contexts set removed_at = last_write_at;

create index ingestions_that_replace on graph.ingestions (tenant_id, workspace_id, context)
  where mode = 'replace' and completed_at is null;
