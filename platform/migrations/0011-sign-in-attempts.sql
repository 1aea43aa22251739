-- Wrong passwords are counted for every address, with an account or without: a lock must not reveal which it is.
-- Users may type anything into the address field, so only its digest is stored. The columns of platform.users that counted
-- before are read only by processes of the previous release.
create table platform.sign_in_attempts (
  address_hash text primary key,
  failed integer not null,
  locked_until timestamptz,
  tried_at timestamptz not null
);
create index sign_in_attempts_by_age on platform.sign_in_attempts (tried_at);
