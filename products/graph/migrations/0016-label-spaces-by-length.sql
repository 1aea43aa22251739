-- Vectors of labels are named by their model and by their length: a model that is given another length begins anew.
-- The model that comes with the server has one length for good, and keeps its name. Under the others two lengths may
-- have been mixed: what does not fit its space goes, and such a workspace is looked through once more.
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
