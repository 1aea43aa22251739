import { useSearch } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { ExportMenu, type FileChoice } from '../../shared/files/export-menu.tsx'
import { useProject } from '../../shared/use-project.ts'
import { targetWord } from '../../shared/use-target.ts'

/** Reports on the project that the page speaks of. */
export function ReportMenu() {
  const { project } = useProject()
  const { target } = useSearch({ from: '/app/govern' })
  if (!project) return null
  const params = { id: project.id }
  const about = { redact: false, ...targetWord(target) }
  const choices: readonly FileChoice[] = [
    {
      label: 'Board paper (PDF)',
      hint: 'What it says, with its sources',
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
      label: 'All evidence (zip)',
      hint: 'Records, quotes, decisions and audit with their digests',
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
  return <ExportMenu projectId={project.id} label={`About ${project.name}`} choices={choices} />
}
