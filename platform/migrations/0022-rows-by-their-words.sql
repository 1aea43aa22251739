-- Lists are searched and filtered by what stands inside a row, in the rows of one tenant: an index over numbers that are
-- made of the tenant and the word needs no extension, and finds nothing of anybody else. Numbers may collide, so what is
-- found this way is always compared itself.
create function platform.scoped(scope text, words text[]) returns int[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct hashtext(scope || e'\x1f' || word)), '{}') from unnest(words) as word
$$;

-- Every run of up to three characters, for those who look for a part of a text. It takes time in proportion to the text, so
-- what is searched keeps it in a column.
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

-- What of a text that is looked for must be there: runs of three, or all of it if it is shorter.
create function platform.grams_asked(scope text, asked text) returns int[]
language sql immutable strict parallel safe as $$
  select platform.scoped(scope, array(
    select substr(small, place, least(length(small), 3)) from (select lower(asked) as small) as text,
      generate_series(1, greatest(length(small) - 2, 1)) as place))
$$;

-- The beginning of an action narrows the audit log: each action that begins so is read from its newest entry.
create index audit_entries_by_action on platform.audit_entries (tenant_id, action collate "C", sequence);

create index members_by_joining on platform.members (tenant_id, joined_at, user_id);
