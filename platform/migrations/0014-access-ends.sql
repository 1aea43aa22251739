-- Access ends when a membership ends: removed members are remembered, and every credential has an owner whose role caps it.

create table platform.former_members (
  tenant_id text not null references platform.tenants (id),
  user_id text not null,
  -- Tokens issued before this moment stay refused, even after the person has come back.
  removed_at timestamptz not null,
  removed_by text not null,
  -- Set by a new invitation, or by an admin who adds them again.
  returned_at timestamptz,
  primary key (tenant_id, user_id)
);

insert into platform.former_members (tenant_id, user_id, removed_at, removed_by)
select entry.tenant_id, entry.resource_id, max(entry.occurred_at),
  (array_agg(entry.actor ->> 'id' order by entry.sequence desc))[1]
from platform.audit_entries entry join platform.tenants tenant on tenant.id = entry.tenant_id
where entry.action = 'member.remove' and entry.outcome = 'success'
  and not exists (
    select from platform.members where tenant_id = entry.tenant_id and user_id = entry.resource_id)
group by entry.tenant_id, entry.resource_id;

-- The owner of a credential. A transfer changes this and leaves `created_by` as it was.
alter table platform.api_keys add column owner_id text;
update platform.api_keys set owner_id = coalesce(user_id, created_by);
alter table platform.api_keys alter column owner_id set not null;
create index api_keys_by_owner on platform.api_keys (tenant_id, owner_id) where revoked_at is null;

-- Null for clients that the operator of the installation set up; the operator also revokes them.
alter table platform.oidc_clients add column owner_id text;
create index oidc_clients_by_owner on platform.oidc_clients (tenant_id, owner_id) where owner_id is not null;

create index invitations_by_inviter on platform.invitations (tenant_id, invited_by)
  where accepted_at is null and revoked_at is null;

-- The highest role that `who` can pass on right now, and the person at the end of the chain: a key created by a key is capped by
-- both. Null means that nothing they own works, for example because they were removed or their account is disabled. A person known
-- only from an external issuer's tokens has no role here to cap by and gets the highest.
create function platform.answers_for(in_tenant text, who text, at timestamptz, out role text, out person text)
language plpgsql stable as $$
declare
  ranks constant text[] := array['viewer', 'reviewer', 'member', 'admin', 'owner'];
  least_rank integer := 5;
  current_id text := who;
  found_role text;
  found_owner text;
  is_over boolean;
begin
  for step in 1..100 loop
    select m.role into found_role from platform.members m where m.tenant_id = in_tenant and m.user_id = current_id;
    if found then
      person := current_id;
      if not exists (select from platform.users u where u.id = current_id and u.disabled_at is not null) then
        role := ranks[least(least_rank, array_position(ranks, found_role))];
      end if;
      return;
    end if;
    select k.role, k.owner_id, k.revoked_at is not null or k.expires_at <= at into found_role, found_owner, is_over
    from platform.api_keys k where k.tenant_id = in_tenant and k.id = current_id;
    if not found then
      select c.role, c.owner_id, c.revoked_at is not null into found_role, found_owner, is_over
      from platform.oidc_clients c where c.tenant_id = in_tenant and c.client_id = current_id;
    end if;
    if not found then
      if exists (select from platform.former_members f
          where f.tenant_id = in_tenant and f.user_id = current_id and f.returned_at is null)
        or exists (select from platform.users u where u.id = current_id)
      then
        person := current_id;
        return;
      end if;
      role := ranks[least_rank];
      return;
    end if;
    if is_over then
      return;
    end if;
    least_rank := least(least_rank, coalesce(array_position(ranks, found_role), 5));
    if found_owner is null then
      role := ranks[least_rank];
      return;
    end if;
    current_id := found_owner;
  end loop;
end $$;

-- Revoke the keys of creators who have already left, since these keys would let them back in.
update platform.api_keys k set revoked_at = now(), revoked_by = 'system',
  revoke_reason = 'Its maker was no longer a member when keys began to end with their maker.'
where revoked_at is null and (expires_at is null or expires_at > now())
  and (platform.answers_for(k.tenant_id, k.owner_id, now())).role is null;

-- Every key expires: keys without an expiry, or with a later one, get one year from this migration.
update platform.api_keys set expires_at = now() + interval '365 days'
where revoked_at is null and coalesce(expires_at, 'infinity') > now() + interval '365 days';
alter table platform.api_keys add constraint api_keys_end check (expires_at is not null or revoked_at is not null);
