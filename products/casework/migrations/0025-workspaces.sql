-- A workspace without a row is now 404, so every workspace that has data or roles gets one and stays reachable. Tables are found
-- by their column; lists and documents of a workspace name it in their space.
do $$
declare
  part record;
begin
  for part in
    select c.oid::regclass as name, a.attname = 'space' as by_space
    from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    where a.attname in ('workspace_id', 'space') and not a.attisdropped
      and c.relnamespace = 'casework'::regnamespace
  loop
    execute format(
      'insert into platform.workspaces (tenant_id, id, display_name)
       select t.id, p.workspace, p.workspace
       from (select distinct %s as tenant, %s as workspace from %s) p
         join platform.tenants t on t.id = p.tenant and t.purged_at is null
       where p.workspace <> ''''
       on conflict (tenant_id, id) do nothing',
      case when part.by_space then 'split_part(space, ''/'', 1)' else 'tenant_id' end,
      case when part.by_space then 'split_part(space, ''/'', 2)' else 'workspace_id' end,
      part.name);
  end loop;
end
$$;
