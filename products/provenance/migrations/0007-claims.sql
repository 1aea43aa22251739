-- When a fetch is trusted, and which vendor a name on a subprocessor list refers to.

alter table provenance.snapshots
  -- Why it is not trusted yet: its claims are not public until the next fetch agrees. Empty if it is trusted.
  add column held_back text not null default '',
  -- Digest of all claims that the extractor of `extractor_version` finds, in any order: it decides whether two fetches agree.
  add column claims_sha256 text not null default '';

create index snapshots_by_extractor on provenance.snapshots (extractor_version);

-- A company name as lists spell it: without accents, case, dots, punctuation and legal form.
create function provenance.plain_name(text) returns text language sql immutable parallel safe as $$
  select trim(regexp_replace(
    regexp_replace(
      replace(lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')), '.', ''),
      '[[:space:][:punct:]]+', ' ', 'g'),
    '( (inc|incorporated|llc|ltd|limited|gmbh|corp|corporation|company|co|plc|ag|ab|bv|nv|sa|sas|srl|sarl|oy|aps|as|pbc|ulc|pty|pte|lp|llp|kg|se|kk|sro|doo))+ ?$',
    ''))
$$;
create function provenance.plain_names(name text, aliases text[]) returns text[]
language sql immutable parallel safe as $$
  select array(select distinct provenance.plain_name(one) from unnest(name || aliases) as one
    where provenance.plain_name(one) <> '')
$$;
alter table provenance.vendors
  add column names text[] not null generated always as (provenance.plain_names(display_name, aliases)) stored;
create index vendors_by_names on provenance.vendors using gin (names);

-- Finds the vendors that name a vendor of the directory as a subprocessor.
create index evidence_claims_by_linked_vendor on provenance.evidence_claims ((details->>'vendor_id'))
  where valid_to is null and category = 'subprocessor';
