-- A list of cases reads only the rows of its page: the counts, the phase and the stale reasons of a case are columns, updated
-- by triggers in the transaction that changes them.

-- The searched text of a case, in lower case.
create function casework.text_of(one text, two text, three text, words text[]) returns text
language sql immutable parallel safe as $$
  select lower(one || ' ' || two || ' ' || three || ' ' || array_to_string(words, ' '))
$$;

-- Filter marks of a case: its tags, and the codes of the objects in its scope.
create function casework.codes_of(rollup jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select key from jsonb_each(rollup -> 'distribution') where value::numeric > 0)
$$;
create function casework.marks_of(tags text[], rollup jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select 'tag ' || tag from unnest(tags) as tag) ||
    array(select 'code ' || code from unnest(casework.codes_of(rollup)) as code)
$$;

alter table casework.cases
  -- The first phase that is not complete.
  add column phase text not null default 'corpus'
    check (phase in ('corpus', 'resolve', 'graph', 'plan', 'review')),
  -- Null until computed: after a change of the case, the next request that lists cases computes it.
  add column stale_reasons text[],
  add column is_stale boolean generated always as (cardinality(stale_reasons) > 0) stored,
  add column recommendations_open integer not null default 0,
  add column evidence_count integer not null default 0,
  add column plans_count integer not null default 0,
  add column reviews_pending integer not null default 0,
  add column deliveries_failed integer not null default 0,
  -- Sorts CC-9 before CC-10.
  add column key_order text collate "C" generated always as
    (regexp_replace(key, '\d+$', '') || lpad(coalesce(substring(key from '\d+$'), ''), 12, '0')) stored,
  add column marks int[] generated always as
    (platform.scoped(tenant_id || '/' || workspace_id, casework.marks_of(tags, rollup))) stored,
  add column grams int[] generated always as
    (platform.grams(tenant_id || '/' || workspace_id, casework.text_of(key, title, question_md, tags))) stored;

-- Recounts under the locks of the cases: of two transactions that change children of a case, the second also counts what
-- the first has written.
create function casework.count_cases(ids text[]) returns void language plpgsql as $$
begin
  perform from casework.cases where id = any(ids) order by id for no key update;
  update casework.cases c set phase = s.phase, recommendations_open = s.open, evidence_count = s.evidence,
    plans_count = s.plans, reviews_pending = s.reviews, deliveries_failed = s.failed
  from (
    select x.id, r.open, e.evidence, p.plans, p.reviews, d.failed, case
      when f.id is null then 'corpus'
      when r.open > 0 then 'resolve'
      when not (f.steps @> '[{"id": "traverse", "state": "done"}]') then 'graph'
      when r.accepted > 0 and coalesce(plan.state, 'draft') in ('draft', 'changes_requested') then 'plan'
      else 'review' end as phase
    from casework.cases x
    left join casework.case_runs f on f.id = x.finished_run_id
    left join casework.case_plans plan on plan.id = x.current_plan_id
    cross join lateral (
      select count(*) filter (where status = 'proposed')::int as open,
        count(*) filter (where status in ('accepted', 'done'))::int as accepted
      from casework.recommendations where case_id = x.id) r
    cross join lateral (select count(*)::int as evidence from casework.case_evidence where case_id = x.id) e
    cross join lateral (
      select count(*)::int as plans, count(*) filter (where state = 'in_review')::int as reviews
      from casework.case_plans where case_id = x.id) p
    cross join lateral (
      select count(*)::int as failed from casework.plan_deliveries
      where case_id = x.id and status in ('failed', 'dead_letter')) d
    where x.id = any(ids)) s
  where c.id = s.id
    and (c.phase, c.recommendations_open, c.evidence_count, c.plans_count, c.reviews_pending, c.deliveries_failed)
      is distinct from (s.phase, s.open, s.evidence, s.plans, s.reviews, s.failed);
end
$$;

select casework.count_cases(array(select id from casework.cases));

create function casework.count_cases_of_new() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array(select distinct case_id from new_rows));
  return null;
end
$$;
create function casework.count_cases_of_old() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array(select distinct case_id from old_rows));
  return null;
end
$$;
create function casework.count_cases_of_status() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array(
    select distinct n.case_id from new_rows n join old_rows o on o.id = n.id and o.status <> n.status));
  return null;
end
$$;
create function casework.count_cases_of_state() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array(
    select distinct n.case_id from new_rows n join old_rows o on o.id = n.id and o.state <> n.state));
  return null;
end
$$;
-- Recount only if a message failed or recovered: other deliveries do not need the lock of their case.
create function casework.count_cases_of_failures() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array(
    select distinct n.case_id from new_rows n join old_rows o on o.id = n.id
      and (o.status in ('failed', 'dead_letter')) <> (n.status in ('failed', 'dead_letter'))));
  return null;
end
$$;
create function casework.count_cases_of_steps() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array(
    select c.id from new_rows n join old_rows o on o.id = n.id and o.steps <> n.steps
      join casework.cases c on c.id = n.case_id and c.finished_run_id = n.id));
  return null;
end
$$;
create function casework.count_new_cases() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array(select id from new_rows where finished_run_id is not null));
  return null;
end
$$;
create function casework.count_case() returns trigger language plpgsql as $$
begin
  perform casework.count_cases(array[new.id]);
  return null;
end
$$;
-- The results are based on something else now.
create function casework.doubt_case() returns trigger language plpgsql as $$
begin
  new.stale_reasons := null;
  return new;
end
$$;

create trigger recommendations_counted_in after insert on casework.recommendations
  referencing new table as new_rows for each statement execute function casework.count_cases_of_new();
create trigger recommendations_counted_anew after update on casework.recommendations
  referencing new table as new_rows old table as old_rows for each statement
  execute function casework.count_cases_of_status();
create trigger recommendations_counted_out after delete on casework.recommendations
  referencing old table as old_rows for each statement execute function casework.count_cases_of_old();

create trigger case_evidence_counted_in after insert on casework.case_evidence
  referencing new table as new_rows for each statement execute function casework.count_cases_of_new();
create trigger case_evidence_counted_out after delete on casework.case_evidence
  referencing old table as old_rows for each statement execute function casework.count_cases_of_old();

create trigger case_plans_counted_in after insert on casework.case_plans
  referencing new table as new_rows for each statement execute function casework.count_cases_of_new();
create trigger case_plans_counted_anew after update on casework.case_plans
  referencing new table as new_rows old table as old_rows for each statement
  execute function casework.count_cases_of_state();
create trigger case_plans_counted_out after delete on casework.case_plans
  referencing old table as old_rows for each statement execute function casework.count_cases_of_old();

create trigger plan_deliveries_counted_anew after update on casework.plan_deliveries
  referencing new table as new_rows old table as old_rows for each statement
  execute function casework.count_cases_of_failures();
create trigger plan_deliveries_counted_in after insert on casework.plan_deliveries
  referencing new table as new_rows for each statement execute function casework.count_cases_of_new();
create trigger plan_deliveries_counted_out after delete on casework.plan_deliveries
  referencing old table as old_rows for each statement execute function casework.count_cases_of_old();

create trigger case_runs_counted_anew after update on casework.case_runs
  referencing new table as new_rows old table as old_rows for each statement
  execute function casework.count_cases_of_steps();

create trigger cases_counted after update of finished_run_id, current_plan_id on casework.cases
  for each row when (old.finished_run_id is distinct from new.finished_run_id
    or old.current_plan_id is distinct from new.current_plan_id)
  execute function casework.count_case();
create trigger cases_counted_in after insert on casework.cases
  referencing new table as new_rows for each statement execute function casework.count_new_cases();
create trigger cases_doubted before update on casework.cases
  for each row when ((old.status, old.scope_digest, old.target, old.finished_run_id, old.project_id)
    is distinct from (new.status, new.scope_digest, new.target, new.finished_run_id, new.project_id))
  execute function casework.doubt_case();

-- Counts the changes in a space of anything that cases are based on: lists, and in a workspace also estates and decisions.
create table casework.space_revisions (
  space text primary key,
  -- Null for the shared spaces.
  tenant_id text,
  revision bigint not null
);
create index space_revisions_of_tenant on casework.space_revisions (tenant_id);

create function casework.raise_spaces(changed text[]) returns void language sql as $$
  insert into casework.space_revisions as r (space, tenant_id, revision)
  select space, case when strpos(space, '/') > 0 then split_part(space, '/', 1) end, 1
  from (select distinct unnest(changed) as space order by 1) as spaces
  on conflict (space) do update set revision = r.revision + 1
$$;
-- For deletes. Does not insert: when a tenant is purged, deleting its last list must not bring its row back.
create function casework.raise_known_spaces(changed text[]) returns void language sql as $$
  update casework.space_revisions set revision = revision + 1 where space = any(changed)
$$;

select casework.raise_spaces(array(
  select space from casework.entries union select tenant_id || '/' || workspace_id from casework.projects
  union select tenant_id || '/' || workspace_id from casework.decisions));

create function casework.entries_came() returns trigger language plpgsql as $$
begin
  perform casework.raise_spaces(array(select space from new_rows where is_current));
  return null;
end
$$;
create function casework.entries_changed() returns trigger language plpgsql as $$
begin
  perform casework.raise_spaces(array(
    select n.space from new_rows n join old_rows o on o.id = n.id
    where (o.is_current, o.list_id, o.pack_id, o.space) is distinct from (n.is_current, n.list_id, n.pack_id, n.space)));
  return null;
end
$$;
create function casework.entries_went() returns trigger language plpgsql as $$
begin
  perform casework.raise_known_spaces(array(select space from old_rows));
  return null;
end
$$;
create function casework.decisions_came() returns trigger language plpgsql as $$
begin
  perform casework.raise_spaces(array(select tenant_id || '/' || workspace_id from new_rows));
  return null;
end
$$;
create function casework.decisions_went() returns trigger language plpgsql as $$
begin
  perform casework.raise_known_spaces(array(select tenant_id || '/' || workspace_id from old_rows));
  return null;
end
$$;
create function casework.estates_changed() returns trigger language plpgsql as $$
begin
  perform casework.raise_spaces(array(
    select n.tenant_id || '/' || n.workspace_id from new_rows n join old_rows o on o.id = n.id
    where o.estate_revision <> n.estate_revision));
  return null;
end
$$;

create trigger entries_came after insert on casework.entries
  referencing new table as new_rows for each statement execute function casework.entries_came();
create trigger entries_changed after update on casework.entries
  referencing new table as new_rows old table as old_rows for each statement execute function casework.entries_changed();
create trigger entries_went after delete on casework.entries
  referencing old table as old_rows for each statement execute function casework.entries_went();
create trigger decisions_came after insert on casework.decisions
  referencing new table as new_rows for each statement execute function casework.decisions_came();
create trigger decisions_changed after update on casework.decisions
  referencing new table as new_rows for each statement execute function casework.decisions_came();
create trigger decisions_went after delete on casework.decisions
  referencing old table as old_rows for each statement execute function casework.decisions_went();
create trigger estates_changed after update on casework.projects
  referencing new table as new_rows old table as old_rows for each statement execute function casework.estates_changed();

-- The revision for which the stale reasons of a workspace were computed, and how long they remain valid if nothing changes.
create table casework.freshness (
  tenant_id text not null,
  workspace_id text not null,
  stamp text not null,
  good_until timestamptz,
  primary key (tenant_id, workspace_id)
);
create index decisions_by_end on casework.decisions (tenant_id, workspace_id, (least(revoked_at, expires_at)))
  where kind in ('overlay', 'exemption');

drop index casework.cases_by_update;
drop index casework.cases_by_id;
create index cases_by_update on casework.cases (tenant_id, workspace_id, updated_at, id) where deleted_at is null;
create index cases_by_creation on casework.cases (tenant_id, workspace_id, created_at, id) where deleted_at is null;
create index cases_by_due_date on casework.cases (tenant_id, workspace_id, (coalesce(due_at, 'infinity')), id)
  where deleted_at is null;
create index cases_due on casework.cases (tenant_id, workspace_id, due_at) where deleted_at is null and due_at is not null;
create index cases_by_key on casework.cases (tenant_id, workspace_id, key_order, id) where deleted_at is null;
create index cases_by_status on casework.cases (tenant_id, workspace_id, status, updated_at, id) where deleted_at is null;
create index cases_by_phase on casework.cases (tenant_id, workspace_id, phase, updated_at, id) where deleted_at is null;
create index cases_by_type on casework.cases (tenant_id, workspace_id, type_id, updated_at, id) where deleted_at is null;
create index cases_of_project on casework.cases (tenant_id, workspace_id, project_id, updated_at, id)
  where deleted_at is null;
create index cases_by_owner on casework.cases (tenant_id, workspace_id, (owner ->> 'id'), updated_at, id)
  where deleted_at is null;
create index cases_by_staleness on casework.cases (tenant_id, workspace_id, is_stale, updated_at, id)
  where deleted_at is null;
create index cases_by_marks on casework.cases using gin (marks) where deleted_at is null;
create index cases_by_words on casework.cases using gin (grams) where deleted_at is null;
create index cases_by_pack on casework.cases (tenant_id, workspace_id, pack_id, pack_version) where deleted_at is null;
create index cases_in_doubt on casework.cases (tenant_id, workspace_id, id)
  where stale_reasons is null and deleted_at is null;
