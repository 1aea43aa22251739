-- Self-service sign-up, and revocation of access tokens, which are not stored.

-- A requested account. It is created when the emailed link is opened: until then the address is unverified.
create table platform.registrations (
  id text primary key,
  token_hash text not null unique,
  email text not null,
  display_name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registrations_by_expiry on platform.registrations (expires_at);
create index registrations_by_email on platform.registrations (lower(email), created_at);

-- Ids of revoked tokens, or of the grants that issued them: their signatures are still valid. Rows expire with the tokens.
create table platform.revoked_tokens (
  id text primary key,
  expires_at timestamptz not null
);
create index revoked_tokens_by_expiry on platform.revoked_tokens (expires_at);
