import type { PLAN_FORMATS } from '@veritrace/contract/casework/assets'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { api } from '../../../api.ts'
import { ExportMenu } from '../../../shared/files/export-menu.tsx'
import { useCase } from '../queries.ts'

type Format = (typeof PLAN_FORMATS)[number]
const LABELS: Record<Format, string> = {
  xlsx: 'Spreadsheet (XLSX)',
  csv: 'Table (CSV)',
  md: 'Document (Markdown)',
  jira_csv: 'Issues for Jira (CSV)',
  github_json: 'Issues for GitHub (JSON)',
  mspdi_xml: 'Schedule (Project XML)',
  ics: 'Calendar (ICS)',
  json: 'Everything (JSON)',
}

/** The plan for the tools that others work with. */
export function PlanExport({ plan }: { plan: CasePlan }) {
  const { project_id } = useCase()
  if (project_id === null) return null
  const make = (format: Format) =>
    api.assets.migrationPlan({
      params: { id: project_id },
      body: { plan_ids: [plan.id], format, granularity: 'item' },
    })
  const choices = (Object.keys(LABELS) as Format[]).map((format) => ({
    label: LABELS[format],
    make: () => make(format),
  }))
  return <ExportMenu size="sm" projectId={project_id} label={`Plan ${plan.number}`} choices={choices} />
}
