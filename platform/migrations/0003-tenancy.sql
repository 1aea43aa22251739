-- Principals that may act for a tenant, and their credentials: members, invitations, keys, workspace sessions.
create table platform.members (
  tenant_id text not null references platform.tenants (id),
  user_id text not null,
  role text not null check (role in ('viewer', 'reviewer', 'member', 'admin', 'owner')),
  -- As last reported by the identity provider: users of an external provider have no row in platform.users.
  email text,
  display_name text not null,
  joined_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create index members_by_user on platform.members (user_id, joined_at, tenant_id);

create table platform.operators (
  user_id text primary key,
  created_at timestamptz not null default now()
);

create table platform.invitations (
  id text primary key,
  tenant_id text not null references platform.tenants (id),
  email text not null,
  role text not null check (role in ('viewer', 'reviewer', 'member', 'admin', 'owner')),
  token_hash text not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text,
  revoked_at timestamptz
);
-- One open invitation per address: a new one replaces it.
create unique index invitations_open on platform.invitations (tenant_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invitations_by_tenant on platform.invitations (tenant_id, id);

create table platform.api_keys (
  id text primary key,
  tenant_id text not null references platform.tenants (id),
  kind text not null check (kind in ('api_key', 'pat')),
  -- The person a personal token acts as; an API key acts for the tenant itself, with its own role.
  user_id text,
  role text check (role in ('viewer', 'reviewer', 'member', 'admin', 'owner')),
  name text not null,
  prefix text not null unique,
  secret_hash text not null,
  scopes text[] not null default '{}',
  allowed_cidrs text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  revoked_by text,
  revoke_reason text,
  check ((kind = 'pat') = (user_id is not null)),
  check ((kind = 'api_key') = (role is not null))
);
create index api_keys_by_tenant on platform.api_keys (tenant_id, kind, id);

create table platform.sessions (
  id text primary key,
  -- Hash of the cookie's value, which is not stored.
  secret_hash text not null unique,
  tenant_id text not null references platform.tenants (id),
  user_id text not null,
  auth_method text not null,
  amr text[] not null default '{}',
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Tokens of the identity provider, encrypted with a key derived from the cookie's value.
  sealed_tokens text,
  revoked_at timestamptz,
  revoked_by text
);
create index sessions_by_user on platform.sessions (tenant_id, user_id, id);
create index sessions_by_expiry on platform.sessions (expires_at);
