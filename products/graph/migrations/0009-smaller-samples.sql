-- Statistics are rebuilt whenever many statements have arrived. A sample of 9,000 rows instead of 30,000 is enough for the
-- planner.
alter table graph.statements
  alter column tenant_id set statistics 30,
  alter column workspace_id set statistics 30,
  alter column id set statistics 30,
  alter column context set statistics 30,
  alter column subject set statistics 30,
  alter column predicate set statistics 30,
  alter column object set statistics 30,
  alter column object_type set statistics 30,
  alter column datatype set statistics 30,
  alter column language set statistics 30,
  alter column metadata set statistics 30,
  alter column assertions set statistics 30,
  alter column seq set statistics 30,
  alter column created_at set statistics 30,
  alter column updated_at set statistics 30,
  alter column created_by set statistics 30;
alter index graph.statements_by_subject alter column 1 set statistics 30;
alter index graph.statements_by_object alter column 1 set statistics 30;
