// The row types of ontologies.
import type { Selectable } from 'kysely'

interface OntologiesTable {
  tenant_id: string
  workspace_id: string
  context: string
  id: string
  name: string
  iri: string
  version: number
  turtle: string
  classes: number
  properties: number
  individuals: number
  axioms: number
  created_at: Date
  created_by: string
}

export interface OntologyTables {
  'graph.ontologies': OntologiesTable
}
export type OntologyRow = Selectable<OntologiesTable>
