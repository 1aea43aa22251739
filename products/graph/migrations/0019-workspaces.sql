-- A workspace without a row is now 404, so every workspace that has data gets one and stays reachable. Each workspace with
-- statements has a row in graph.workspaces; the other tables are found by their column.
do $$
declare
  part record;
begin
  for part in
    select c.oid::regclass as name
    from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    where a.attname = 'workspace_id' and not a.attisdropped
      and c.relnamespace = 'graph'::regnamespace and c.relname not in ('statements', 'changes', 'vectors')
  loop
    execute format(
      'insert into platform.workspaces (tenant_id, id, display_name)
       select distinct p.tenant_id, p.workspace_id, p.workspace_id
       from %s p join platform.tenants t on t.id = p.tenant_id and t.purged_at is null
       on conflict (tenant_id, id) do nothing', part.name);
  end loop;
end
$$;
