-- The tenants that the platform serves, and the small tables that any request may use.
create schema if not exists platform;

create table platform.tenants (
  id text primary key,
  customer_id text not null unique,
  display_name text not null,
  plan text not null default 'free' check (plan in ('free', 'pro', 'enterprise')),
  products text[] not null default '{provenance,graph,casework}',
  product_plans jsonb not null default '{}',
  support_email text,
  homepage_url text,
  payment_customer_id text,
  subscription_status text not null default 'none',
  subscription_current_period_end timestamptz,
  trial_ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table platform.workspaces (
  tenant_id text not null references platform.tenants (id),
  id text not null,
  display_name text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

-- Secrets that the server generates once and shares among its replicas: signing keys for links and cookies.
create table platform.keyring (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table platform.idempotency_keys (
  tenant_id text not null,
  key text not null,
  digest text not null,
  status integer,
  headers jsonb,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index idempotency_keys_by_age on platform.idempotency_keys (created_at);

-- Unlogged, because buckets that a crash loses just start full again.
create unlogged table platform.rate_buckets (
  key text primary key,
  tokens double precision not null,
  granted integer not null,
  updated_at timestamptz not null
);

create table platform.usage_minutes (
  tenant_id text not null,
  customer_id text not null,
  product text not null,
  operation text not null,
  minute timestamptz not null,
  units bigint not null,
  primary key (tenant_id, product, operation, minute)
);
