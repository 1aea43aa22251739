-- Lists are searched and filtered by words inside a row, within one tenant. The index holds hashes of the tenant and the word,
-- so it needs no extension and never finds rows of another tenant. Hashes may collide: queries also compare the value
-- itself.
create function platform.scoped(scope text, words text[]) returns int[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct hashtext(scope || e'\x1f' || word)), '{}') from unnest(words) as word
$$;

-- Hashes of all runs of up to three characters, for substring search. The time grows with the length of the text, so tables
-- store the result in a column.
create function platform.grams(scope text, body text) returns int[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct hashtext(scope || e'\x1f' || gram)), '{}')
  from (
    select one, lead(one) over places as two, lead(one, 2) over places as three
    from string_to_table(lower(body), null) with ordinality as letters (one, place)
    window places as (order by place)) as runs
  cross join lateral (values (one), (one || two), (one || two || three)) as grams (gram)
  where gram is not null
$$;

-- The hashes that a row must have to match a search text: its runs of three, or the whole text if it is shorter.
create function platform.grams_asked(scope text, asked text) returns int[]
language sql immutable strict parallel safe as $$
  select platform.scoped(scope, array(
    select substr(small, place, least(length(small), 3)) from (select lower(asked) as small) as text,
      generate_series(1, greatest(length(small) - 2, 1)) as place))
$$;

-- Filters the audit log by the beginning of an action: each matching action is read from its newest entry.
create index audit_entries_by_action on platform.audit_entries (tenant_id, action collate "C", sequence);

create index members_by_joining on platform.members (tenant_id, joined_at, user_id);
