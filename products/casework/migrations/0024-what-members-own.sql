-- The removal dialog lists what a member owns in casework, in all workspaces of the tenant.
create index cases_of_member on casework.cases (tenant_id, (owner ->> 'id'), id) where deleted_at is null;
create index projects_by_owner on casework.projects (tenant_id, (owner ->> 'id')) where deleted_at is null;
create index plan_webhooks_by_maker on casework.plan_webhooks (tenant_id, (created_by ->> 'id')) where active;
