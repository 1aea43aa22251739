-- Casework roles that an admin has given, to a member by id or to an invited address.
create table casework.roles (
  tenant_id text not null,
  workspace_id text not null,
  -- A user id, or `mailto:` and an address in lower case.
  person text not null,
  role text not null check (role in ('viewer', 'analyst', 'architect', 'reviewer', 'operator', 'admin')),
  given_by text not null,
  given_at timestamptz not null,
  primary key (tenant_id, workspace_id, person)
);
