import { useSearch } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { ExportMenu, type FileChoice } from '../../shared/files/export-menu.tsx'
import { useProject } from '../../shared/use-project.ts'
import { targetQuery } from '../../shared/use-target.ts'

/** Reports about the project of the page. */
export function ReportMenu() {
  const { project } = useProject()
  const { target } = useSearch({ from: '/app/govern' })
  if (!project) return null
  const params = { id: project.id }
  const about = { redact: false, ...targetQuery(target) }
  const choices: readonly FileChoice[] = [
    {
      label: 'Executive report (PDF)',
      hint: 'Summary with sources',
      make: () => api.assets.pdf({ params, body: { template: 'executive', ...about } }),
    },
    {
      label: 'Technical report (PDF)',
      make: () => api.assets.pdf({ params, body: { template: 'technical', ...about } }),
    },
    {
      label: 'Technical report (HTML)',
      make: () => api.assets.report({ params, body: { template: 'technical', format: 'html', ...about } }),
    },
    {
      label: 'All evidence (ZIP)',
      hint: 'Records, quotes, decisions and audit log, with digests',
      make: () =>
        api.assets.evidenceExport({
          params,
          body: {
            include: ['evidence', 'citations', 'statements', 'decisions', 'audit', 'attribution'],
            redact: false,
          },
        }),
    },
  ]
  return <ExportMenu projectId={project.id} label={`Export ${project.name}`} choices={choices} />
}
