-- Ontologies by version: a version never changes.
create table graph.ontologies (
  tenant_id text not null,
  workspace_id text not null,
  context text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  iri text not null,
  version integer not null,
  turtle text not null,
  classes integer not null,
  properties integer not null,
  individuals integer not null,
  axioms integer not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, workspace_id, id),
  constraint ontologies_version_unique unique (tenant_id, workspace_id, context, iri, version)
);
create index ontologies_in_context on graph.ontologies (tenant_id, workspace_id, context, id);

-- The highest version number of an IRI, so that the number of a deleted version is not reused.
create table graph.ontology_versions (
  tenant_id text not null,
  workspace_id text not null,
  context text collate "C" not null,
  iri text not null,
  version integer not null,
  primary key (tenant_id, workspace_id, context, iri)
);
