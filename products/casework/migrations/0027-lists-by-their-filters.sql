-- A page of a list takes time in proportion to the page, whatever the filter: each filter has an index in the order of its
-- list, and substring search looks only at rows of the workspace.

-- The number of files of a project that count, updated by the statement that changes them: a list of projects counts nothing.
alter table casework.projects add column files integer not null default 0;

-- Under the lock of the project: of two transactions the second also counts what the first has written.
create function casework.count_files(ids text[]) returns void language plpgsql as $$
begin
  perform from casework.projects where id = any(ids) order by id for no key update;
  update casework.projects p set files = counted.files
  from (
    select x.id, (select count(*) from casework.evidence e where e.project_id = x.id and e.status <> 'superseded') as files
    from casework.projects x where x.id = any(ids)) counted
  where p.id = counted.id and p.files <> counted.files;
end
$$;
select casework.count_files(array(select id from casework.projects));

create function casework.files_came() returns trigger language plpgsql as $$
begin
  perform casework.count_files(array(select distinct project_id from new_rows));
  return null;
end
$$;
create function casework.files_changed() returns trigger language plpgsql as $$
begin
  perform casework.count_files(array(
    select distinct n.project_id from new_rows n join old_rows o on o.id = n.id
      and (o.status = 'superseded') <> (n.status = 'superseded')));
  return null;
end
$$;
create function casework.files_went() returns trigger language plpgsql as $$
begin
  perform casework.count_files(array(select distinct project_id from old_rows));
  return null;
end
$$;
create trigger evidence_counted_in after insert on casework.evidence
  referencing new table as new_rows for each statement execute function casework.files_came();
create trigger evidence_counted_anew after update on casework.evidence
  referencing new table as new_rows old table as old_rows for each statement execute function casework.files_changed();
create trigger evidence_counted_out after delete on casework.evidence
  referencing old table as old_rows for each statement execute function casework.files_went();

-- The searched text of projects, files, entries, generations and recommendations.
create function casework.project_text(name text, tags text[]) returns text language sql immutable parallel safe as $$
  select lower(name || ' ' || array_to_string(tags, ' '))
$$;
create function casework.entry_text(title text, uri text, source text, list text) returns text
language sql immutable parallel safe as $$
  select lower(title || ' ' || uri || ' ' || source || ' ' || coalesce(list, ''))
$$;

alter table casework.projects add column grams int[] generated always as
  (platform.grams(tenant_id || '/' || workspace_id, casework.project_text(name, tags))) stored;
alter table casework.evidence add column grams int[] generated always as
  (platform.grams(project_id, filename || ' ' || label)) stored;
alter table casework.generations add column grams int[] generated always as
  (platform.grams(tenant_id || '/' || workspace_id, title || ' ' || input_summary)) stored;
alter table casework.entries add column grams int[] generated always as
  (platform.grams(space, casework.entry_text(title, uri, source_id, list_id))) stored;
alter table casework.recommendations add column grams int[] generated always as
  (platform.grams(case_id, body ->> 'title')) stored;

create index projects_there on casework.projects (tenant_id, workspace_id, id) where deleted_at is null;
create index projects_by_status on casework.projects (tenant_id, workspace_id, status, id) where deleted_at is null;
create index projects_by_words on casework.projects using gin (grams) where deleted_at is null;

create index evidence_by_kind on casework.evidence (tenant_id, workspace_id, project_id, kind, id);
create index evidence_by_status on casework.evidence (tenant_id, workspace_id, project_id, status, id);
create index evidence_by_words on casework.evidence using gin (grams);
create index assets_by_kind on casework.assets (tenant_id, workspace_id, project_id, kind, id);

create index generations_by_kind on casework.generations (tenant_id, workspace_id, kind, id);
create index generations_by_case on casework.generations (tenant_id, workspace_id, case_id, kind, id) where case_id is not null;
create index generations_by_star on casework.generations (tenant_id, workspace_id, starred, id);
create index generations_by_maker on casework.generations (tenant_id, workspace_id, (created_by ->> 'id'), id);
create index generations_by_words on casework.generations using gin (grams);

create index decisions_by_pack on casework.decisions (tenant_id, workspace_id, pack_id, id);
create index decisions_by_kind on casework.decisions (tenant_id, workspace_id, pack_id, kind, id);
create index decisions_revoked on casework.decisions (tenant_id, workspace_id, pack_id, id) where revoked_at is not null;
create index decisions_expiring on casework.decisions (tenant_id, workspace_id, pack_id, expires_at)
  where revoked_at is null and expires_at is not null;

create index entries_by_pack on casework.entries (space, pack_id, id);
create index entries_by_kind on casework.entries (space, kind, id);
create index entries_by_status on casework.entries (space, status, id);
create index entries_by_source on casework.entries (space, source_id, id);
create index entries_by_license on casework.entries (space, (license ->> 'spdx'), id);
create index entries_by_age on casework.entries (space, (coalesce(as_of, fetched_at)), id);
create index entries_by_words on casework.entries using gin (grams);
create index entries_superseding on casework.entries (supersedes) where supersedes is not null;

create index documents_found on casework.documents (space, id) where passages > 0;
create index documents_by_pack on casework.documents (space, pack_id, id) where passages > 0;
create index documents_by_kind on casework.documents (space, kind, id) where passages > 0;
create index documents_by_source on casework.documents (space, source_id, id) where passages > 0;
create index documents_by_language on casework.documents (space, language, id) where passages > 0;
create index documents_by_license on casework.documents (space, (license ->> 'spdx'), id) where passages > 0;

create index case_events_by_type on casework.case_events (case_id, type, seq);
create index case_evidence_by_relation on casework.case_evidence (case_id, relation, id);
create index case_evidence_by_kind on casework.case_evidence (case_id, kind, id);
alter table casework.case_evidence add column marks int[] generated always as
  (platform.scoped(case_id, artifact_ids)) stored;
create index case_evidence_by_artifact on casework.case_evidence using gin (marks);
create index case_runs_by_kind on casework.case_runs (case_id, kind, n);
create index case_runs_by_state on casework.case_runs (case_id, state, n);
create index recommendations_standing on casework.recommendations (case_id, priority, id) where status <> 'superseded';
create index recommendations_by_status on casework.recommendations (case_id, status, priority, id);
create index recommendations_by_action on casework.recommendations (case_id, action_id, priority, id);
create index recommendations_by_words on casework.recommendations using gin (grams);
create index case_plans_by_state on casework.case_plans (case_id, state, id);
create index plan_reviews_by_verdict on casework.plan_reviews (plan_id, verdict, id);
create index plan_reviews_that_count on casework.plan_reviews (plan_id, id) where verdict <> 'comment';
create index plan_deliveries_by_status on casework.plan_deliveries (plan_id, status, id);
create index plan_deliveries_by_channel on casework.plan_deliveries (plan_id, channel, id);
