-- A removed member owns no vendors and has no open assignments: the open ones become unassigned. Whatever was closed while
-- they were a member keeps their name.
update provenance.pinned_vendors pin set owner_id = null, version = version + 1
where owner_id is not null
  and not exists (select from platform.members where tenant_id = pin.tenant_id and user_id = pin.owner_id);
update provenance.requests request set assignee_id = null, version = version + 1
where assignee_id is not null and closed_at is null
  and not exists (select from platform.members where tenant_id = request.tenant_id and user_id = request.assignee_id);
update provenance.request_stages stage set assignee_id = null
where assignee_id is not null and status in ('pending', 'active')
  and not exists (select from platform.members where tenant_id = stage.tenant_id and user_id = stage.assignee_id);

create index pinned_vendors_by_owner on provenance.pinned_vendors (tenant_id, owner_id) where owner_id is not null;
create index requests_by_assignee on provenance.requests (tenant_id, assignee_id) where assignee_id is not null;
create index request_stages_by_assignee on provenance.request_stages (tenant_id, assignee_id) where assignee_id is not null;

-- A trigger, because there are several ways to leave a workspace, one of them through another product.
create function provenance.let_go_of_member() returns trigger language plpgsql as $$
begin
  update provenance.pinned_vendors set owner_id = null, version = version + 1, updated_at = now()
  where tenant_id = old.tenant_id and owner_id = old.user_id;
  update provenance.requests set assignee_id = null, version = version + 1, updated_at = now()
  where tenant_id = old.tenant_id and assignee_id = old.user_id and closed_at is null;
  update provenance.request_stages set assignee_id = null
  where tenant_id = old.tenant_id and assignee_id = old.user_id and status in ('pending', 'active');
  return null;
end $$;
create trigger members_left after delete on platform.members
for each row execute function provenance.let_go_of_member();
