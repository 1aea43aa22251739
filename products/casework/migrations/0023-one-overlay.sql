-- Only the newest overlay of an object applies. End each older overlay at the start of the next, so that it does not come
-- back when the next one ends.
with replaced as (
  update casework.decisions d set revoked_at = newer.at
  from (
    select id, lead(at) over (partition by tenant_id, workspace_id, pack_id, type, key order by at, id) as at
    from casework.decisions
    where kind = 'overlay' and revoked_at is null and (expires_at is null or expires_at > now())
  ) newer
  where d.id = newer.id and newer.at is not null
  returning d.tenant_id, d.workspace_id
), raised as (
  update casework.workspaces w set decisions_revision = w.decisions_revision + 1
  from (select distinct tenant_id, workspace_id from replaced) r
  where w.tenant_id = r.tenant_id and w.workspace_id = r.workspace_id
)
insert into casework.outbox as due (tenant_id, workspace_id, name, whole, next_at, created_at)
select distinct r.tenant_id, r.workspace_id, c.name, true, now(), now()
from replaced r join casework.contexts c on c.tenant_id = r.tenant_id and c.workspace_id = r.workspace_id
where c.name = 'decisions'
on conflict (tenant_id, workspace_id, name) do update set revision = due.revision + 1, whole = true, status = 'pending',
  attempts = 0, next_at = excluded.next_at;
