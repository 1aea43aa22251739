-- Guessing a password must be slow without locking out the owner. Guesses are counted per address and network, per address
-- from everywhere, and per network, and the owner always has a way in that other people's guesses cannot block.

-- A bucket that drains over time, stored as the moment at which it is empty. Addresses and networks are digests, because users
-- may type anything. Only processes of the previous release read platform.sign_in_attempts.
create table platform.sign_in_guesses (
  key text primary key,
  -- The digest of the address, so that its buckets can be emptied; null for a network.
  account text,
  empty_at timestamptz not null
);
create index sign_in_guesses_by_account on platform.sign_in_guesses (account) where account is not null;
create index sign_in_guesses_by_age on platform.sign_in_guesses (empty_at);

-- Sign-ins that an emailed link completes. A row exists whether or not the password was right, so that neither the answer nor
-- its timing reveals it. user_id is the recipient of the link; it has no foreign key, because the check would take time too.
create table platform.sign_in_links (
  id text primary key,
  -- The sign-in of the only browser that may open the link; null if an operator created the link for any browser.
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

-- Browsers that signed in before this moment count as unknown: the account owner has signed them out.
alter table platform.users add column browsers_since timestamptz;
