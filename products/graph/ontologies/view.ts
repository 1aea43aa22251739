// Converts rows to API responses.
import type { Ontology, OntologySummary } from '@veritrace/contract/graph/ontologies'
import { urnOf } from '../catalog/urn.ts'
import { contextIri } from '../scope/rules.ts'
import type { OntologyRow } from './tables.ts'

export const viewSummary = (row: Omit<OntologyRow, 'turtle'>): OntologySummary => ({
  id: urnOf('ontology', row.id),
  name: row.name,
  iri: row.iri,
  version: row.version,
  counts: { classes: row.classes, properties: row.properties, individuals: row.individuals, axioms: row.axioms },
  contextId: contextIri(row.tenant_id, row.workspace_id, row.context),
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
})

export const viewOntology = (row: OntologyRow): Ontology => ({ ...viewSummary(row), turtle: row.turtle })
