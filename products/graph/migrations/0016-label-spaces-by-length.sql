-- Label spaces are named by the model and its vector length: a model that gets another length starts a new space.
-- The built-in model has a fixed length and keeps its name. The spaces of other models may contain vectors of two
-- lengths: delete those that do not fit, and scan such a workspace again.
with misfit as (
  delete from graph.vectors v using graph.vector_spaces s
  where s.space like 'labels@%' and s.space <> 'labels@use-lite-en'
    and v.tenant_id = s.tenant_id and v.workspace_id = s.workspace_id and v.context = s.context and v.space = s.space
    and octet_length(v.vector) <> 4 * s.dimension
  returning v.tenant_id, v.workspace_id, v.space
), mixed as (
  select tenant_id, workspace_id, space from misfit
  union
  select tenant_id, workspace_id, space from graph.vector_spaces
  group by tenant_id, workspace_id, space having count(distinct dimension) > 1
)
delete from graph.embedding_progress p using mixed m
where p.tenant_id = m.tenant_id and p.workspace_id = m.workspace_id and 'labels@' || p.model = m.space;

update graph.embedding_progress p set model = p.model || '@' || s.dimension
from (select distinct tenant_id, workspace_id, space, dimension from graph.vector_spaces) s
where p.tenant_id = s.tenant_id and p.workspace_id = s.workspace_id and 'labels@' || p.model = s.space
  and p.model <> 'use-lite-en';

update graph.vectors v set space = s.space || '@' || s.dimension
from graph.vector_spaces s
where s.space like 'labels@%' and s.space <> 'labels@use-lite-en'
  and v.tenant_id = s.tenant_id and v.workspace_id = s.workspace_id and v.context = s.context and v.space = s.space;

update graph.vector_spaces s set
  space = s.space || '@' || s.dimension,
  vectors = (
    select count(*) from graph.vectors v
    where v.tenant_id = s.tenant_id and v.workspace_id = s.workspace_id and v.context = s.context
      and v.space = s.space || '@' || s.dimension and v.vector is not null)
where s.space like 'labels@%' and s.space <> 'labels@use-lite-en';
