// Row types of signatures and field mappings.
export type { FieldMapping, Signature, Signatures } from './signature.ts'

interface OfEvidence {
  tenant_id: string
  workspace_id: string
  project_id: string
  evidence_id: string
}

export interface SignatureTables {
  'casework.signatures': OfEvidence & { kind: 'FUNC' | 'CLAS' | 'INTF' | 'TABL'; name: string; content: string }
  'casework.field_mappings': OfEvidence & { place: number; table_name: string; entity: string; content: string }
}
