-- People make their own accounts, and access tokens, which nobody keeps, can be taken back.

-- A wish for an account. It becomes one when the mailed link is followed: until then nothing is known about the address.
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

-- Ids of tokens, or of the grants behind them, that count no more although their signature does. Rows end with the tokens.
create table platform.revoked_tokens (
  id text primary key,
  expires_at timestamptz not null
);
create index revoked_tokens_by_expiry on platform.revoked_tokens (expires_at);
