-- Guessing a password must be slow, and must not lock out its owner: guesses are counted for an address from one network,
-- for an address from everywhere and for a network, and the owner always has a way in that the others cannot fill up.

-- A bucket that drains with time, told by the moment it is empty. Addresses and networks are digests: what people type may
-- be anything. platform.sign_in_attempts is read by processes of the release before, and by nobody else.
create table platform.sign_in_guesses (
  key text primary key,
  -- The digest of the address, so that its buckets can be emptied. Networks belong to no address.
  account text,
  empty_at timestamptz not null
);
create index sign_in_guesses_by_account on platform.sign_in_guesses (account) where account is not null;
create index sign_in_guesses_by_age on platform.sign_in_guesses (empty_at);

-- Sign-ins that a mailed link finishes. There is a row whether or not the password was right, so that neither the answer nor
-- its time tells: user_id says for whom a link is mailed, and refers to nothing, because a check would take time as well.
create table platform.sign_in_links (
  id text primary key,
  -- The sign-in of the one browser that may open the link; null for one that an operator made for any browser.
  interaction_uid text,
  user_id text,
  token_hash text unique,
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_links_by_interaction on platform.sign_in_links (interaction_uid);
create index sign_in_links_by_user on platform.sign_in_links (user_id, created_at) where user_id is not null;
create index sign_in_links_by_expiry on platform.sign_in_links (expires_at);

-- Browsers that signed in before this moment count as unknown: their owner has ended them.
alter table platform.users add column browsers_since timestamptz;
