import type { PLAN_FORMATS } from '@veritrace/contract/casework/assets'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { MAY } from '@veritrace/contract/casework/roles'
import { Ellipsis, Plus } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { Dropdown, DropdownItem, DropdownSeparator } from '../../../../ui/dropdown.tsx'
import { api } from '../../../api.ts'
import { ExportItems, ExportMenu, type FileChoice, useWriteFile } from '../../../shared/files/export-menu.tsx'
import { useMay } from '../../../shared/use-me.ts'
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

/** Exports the plan for other tools. */
export function PlanExport({ plan }: { plan: CasePlan }) {
  const { project_id } = useCase()
  if (project_id === null) return null
  return (
    <ExportMenu size="sm" projectId={project_id} label={`Plan ${plan.number}`} choices={choicesOf(plan, project_id)} />
  )
}

/** On a phone, one menu replaces the buttons that are side by side on a desktop. */
export function PlanMenu({ plan, onGenerate }: { plan: CasePlan; onGenerate(): void }) {
  const { project_id } = useCase()
  const may = useMay(MAY.decide)
  const write = useWriteFile(project_id ?? '')
  return (
    <Dropdown
      className="min-w-64"
      trigger={
        <Button variant="ghost" size="icon" aria-label="More plan actions" className="sm:hidden" busy={write.isPending}>
          <Ellipsis />
        </Button>
      }
    >
      <DropdownItem icon={<Plus />} disabled={!may} onClick={onGenerate}>
        Generate
      </DropdownItem>
      {project_id !== null && (
        <>
          <DropdownSeparator />
          <ExportItems
            label={`Export plan ${plan.number}`}
            choices={choicesOf(plan, project_id)}
            disabled={!may}
            onChoose={write.mutate}
          />
        </>
      )}
    </Dropdown>
  )
}

const choicesOf = (plan: CasePlan, projectId: string): FileChoice[] =>
  (Object.keys(LABELS) as Format[]).map((format) => ({
    label: LABELS[format],
    make: () =>
      api.assets.migrationPlan({
        params: { id: projectId },
        body: { plan_ids: [plan.id], format, granularity: 'item' },
      }),
  }))
