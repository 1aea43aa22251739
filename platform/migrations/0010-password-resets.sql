-- Users reset a forgotten password through an emailed link.

-- One row per request, whether or not the address has an account: the response and its timing look the same for both.
-- A job fills in the user and the token hash if there is an account. The newest row of an address is the valid one.
create table platform.password_resets (
  id text primary key,
  -- In lower case.
  email text not null,
  user_id text references platform.users (id) on delete cascade,
  token_hash text unique,
  -- The sign-in that was in progress in the browser.
  interaction_uid text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_email on platform.password_resets (email, created_at);
create index password_resets_by_expiry on platform.password_resets (expires_at);

alter table platform.users add column password_changed_at timestamptz;

-- A new password ends everything the user has open at the provider.
create index oidc_records_by_account on platform.oidc_records ((payload ->> 'accountId')) where payload ? 'accountId';
