import type { CaseRole } from '@veritrace/contract/casework/roles'

export type { Scope } from '../model/space.ts'

export interface AccessTables {
  'casework.roles': {
    tenant_id: string
    workspace_id: string
    person: string
    role: CaseRole
    given_by: string
    given_at: Date
  }
  'casework.offers': {
    invitation_id: string
    tenant_id: string
    role: CaseRole
  }
}
