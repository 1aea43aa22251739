-- Whoever forgot a password gets in again by a mailed link.

-- A row for every request, whether or not the address has an account: asking looks the same for both, also in time.
-- A job fills in who it is for and the hash of the token, where there is somebody. The newest row of an address counts.
create table platform.password_resets (
  id text primary key,
  -- In lower case.
  email text not null,
  user_id text references platform.users (id) on delete cascade,
  token_hash text unique,
  -- The sign-in that the browser had under way.
  interaction_uid text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_email on platform.password_resets (email, created_at);
create index password_resets_by_expiry on platform.password_resets (expires_at);

alter table platform.users add column password_changed_at timestamptz;

-- All that a person has open at the provider ends with the old password.
create index oidc_records_by_account on platform.oidc_records ((payload ->> 'accountId')) where payload ? 'accountId';
