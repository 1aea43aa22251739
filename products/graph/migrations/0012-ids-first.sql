-- Tenant and workspace are the same in all rows of a document. As the first columns they were compared at every level of
-- the index before the ids, which differ in their first characters.
alter table graph.statements drop constraint statements_pkey, add primary key (id, tenant_id, workspace_id);
