-- A page of a list takes time in proportion to the page, whatever the filter: each filter has an index in the order of its list.
create index ingestions_by_status on graph.ingestions (tenant_id, workspace_id, status, id);
create index artifacts_by_status on graph.artifacts (tenant_id, workspace_id, context, status, id);
create function graph.dataset_text(title text, description text, keywords text[]) returns text
language sql immutable parallel safe as $$
  select title || e'\n' || description || e'\n' || array_to_string(keywords, e'\n')
$$;
alter table graph.datasets add column grams int[] generated always as
  (platform.grams(tenant_id || '/' || workspace_id, graph.dataset_text(title, description, keywords))) stored;
create index datasets_by_words on graph.datasets using gin (grams);
alter table graph.datasets add column marks int[] generated always as
  (platform.scoped(tenant_id || '/' || workspace_id, keywords || themes)) stored;
create index datasets_by_marks on graph.datasets using gin (marks);
alter table graph.shapes
  add column grams int[] generated always as
    (platform.grams(tenant_id || '/' || workspace_id || '/' || context, name)) stored,
  add column marks int[] generated always as
    (platform.scoped(tenant_id || '/' || workspace_id || '/' || context, target_classes)) stored;
create index shapes_by_words on graph.shapes using gin (grams);
create index shapes_by_marks on graph.shapes using gin (marks);
create index artifacts_by_kind on graph.artifacts (tenant_id, workspace_id, context, kind, id);
