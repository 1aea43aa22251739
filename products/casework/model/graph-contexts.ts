// The named graphs of a workspace that casework fills.

/** One named graph of a workspace, such as `catalog.sap.pce-2023-3` or `estate.prj_…`. */
export interface GraphContext {
  tenant: string
  workspace: string
  name: string
}

export const ESTATE_PREFIX = 'estate.'
export const CASE_PREFIX = 'case.'

export const estateContext = (tenant: string, workspace: string, projectId: string): GraphContext => ({
  tenant,
  workspace,
  name: `${ESTATE_PREFIX}${projectId}`,
})

interface CaseKey {
  tenant_id: string
  workspace_id: string
  id: string
}

export const caseContext = ({ tenant_id, workspace_id, id }: CaseKey): GraphContext => ({
  tenant: tenant_id,
  workspace: workspace_id,
  name: `${CASE_PREFIX}${id}`,
})
