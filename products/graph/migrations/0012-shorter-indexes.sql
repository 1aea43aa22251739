-- One number instead of a number and two texts: a third of the size, and less to write for every statement that comes.
-- Tenant and workspace are in the number; queries compare the texts as well.
create index statements_from on graph.statements
  (hashtextextended(subject, hashtextextended(workspace_id, hashtextextended(tenant_id, 0))));
create index statements_to on graph.statements
  (hashtextextended(object, hashtextextended(workspace_id, hashtextextended(tenant_id, 0))));
alter index graph.statements_from alter column 1 set statistics 30;
alter index graph.statements_to alter column 1 set statistics 30;
drop index graph.statements_by_subject;
drop index graph.statements_by_object;
