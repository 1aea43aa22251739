-- The role that each invitation offered: a later offer to the same address does not change a link that was sent before.
create table casework.offers (
  invitation_id text primary key,
  tenant_id text not null,
  role text not null check (role in ('viewer', 'analyst', 'architect', 'reviewer', 'operator', 'admin'))
);
create index offers_of_tenant on casework.offers (tenant_id);
