-- The embedded OpenID Provider stores users, clients, keys and everything it has issued here, so that any replica can answer.
create table platform.users (
  id text primary key,
  email text not null,
  display_name text not null,
  password_hash text,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
create unique index users_by_email on platform.users (lower(email));

-- Secrets are random and 256 bits long, so their SHA-256 needs no salt. A client without a secret is public and uses PKCE.
-- If plan, products or product_plans is null, the tenant's value applies.
create table platform.oidc_clients (
  client_id text primary key,
  display_name text not null,
  secret_hash text,
  tenant_id text references platform.tenants (id),
  role text not null default 'viewer',
  operator boolean not null default false,
  plan text check (plan in ('free', 'pro', 'enterprise')),
  products text[],
  product_plans jsonb,
  grant_types text[] not null,
  redirect_uris text[] not null default '{}',
  post_logout_redirect_uris text[] not null default '{}',
  scopes text[] not null default '{}',
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index oidc_clients_by_tenant on platform.oidc_clients (tenant_id);

-- Codes, refresh tokens, grants, sessions and sign-ins in progress. If the id is itself a credential, its digest is stored.
create table platform.oidc_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_records_by_grant on platform.oidc_records (grant_id) where grant_id is not null;
create index oidc_records_by_uid on platform.oidc_records (uid) where uid is not null;
create index oidc_records_by_user_code on platform.oidc_records (user_code) where user_code is not null;
create index oidc_records_by_expiry on platform.oidc_records (expires_at);

-- Keyed by generation: two replicas that create a key at the same moment end up with one.
create table platform.signing_keys (
  generation integer primary key,
  kid text not null unique,
  jwk jsonb not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  retires_at timestamptz
);
