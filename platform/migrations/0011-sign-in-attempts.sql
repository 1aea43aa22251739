-- Wrong passwords are counted for every address, with an account or without: a lock must not tell which it is.
-- What people type may be anything, so only its digest is kept. The columns of users that counted before are read by
-- processes of the release before, and by nobody else.
create table platform.sign_in_attempts (
  address_hash text primary key,
  failed integer not null,
  locked_until timestamptz,
  tried_at timestamptz not null
);
create index sign_in_attempts_by_age on platform.sign_in_attempts (tried_at);
