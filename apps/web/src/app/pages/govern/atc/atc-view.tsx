import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Agreement } from '@veritrace/contract/casework/agreement'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/bits.tsx'
import { count, plural, share } from '../../../../ui/format.ts'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { api } from '../../../api.ts'
import { Figure, Figures } from '../../../shared/figure.tsx'
import { ExportButton } from '../../../shared/files/export-button.tsx'
import type { FileChoice } from '../../../shared/files/export-menu.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { useProject } from '../../../shared/use-project.ts'
import { targetQuery } from '../../../shared/use-target.ts'
import { Checks } from './checks.tsx'
import { NoRun } from './no-run.tsx'
import { Objects } from './objects.tsx'
import { Points } from './points.tsx'
import { disagreedIn } from './words.ts'

const LISTS = [
  { value: 'findings', label: 'Findings' },
  { value: 'objects', label: 'Objects' },
] as const

/** Compares the findings of Veritrace with those of ATC. */
export function AtcView() {
  const { target } = useSearch({ from: '/app/govern' })
  const { project } = useProject()
  const found = useQuery({
    queryKey: ['agreement', project?.id, target],
    queryFn: () => api.agreement.get({ params: { id: project!.id }, query: targetQuery(target) }),
    enabled: project !== undefined,
  })
  if (!project) return <NoRun projectId={undefined} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-2">Compares the findings of Veritrace with those of ATC.</p>
        <ExportButton projectId={project.id} choice={sarifOf(project.id, target)} />
      </div>
      <Loaded query={found}>
        {(agreement) =>
          agreement.runs.length === 0 ? <NoRun projectId={project.id} /> : <Shown agreement={agreement} />
        }
      </Loaded>
    </>
  )
}

const sarifOf = (id: string, target: string | undefined): FileChoice => ({
  label: 'Export SARIF',
  make: () => api.assets.findings({ params: { id }, body: { format: 'sarif', ...targetQuery(target) } }),
})

function Shown({ agreement }: { agreement: Agreement }) {
  const { list = 'findings' } = useSearch({ from: '/app/govern' })
  const navigate = useNavigate()
  const { counts, share_agreed, objects, not_checked, checks } = agreement
  return (
    <>
      <Figures>
        <Figure label="Agreed" hint="Of all comparable findings">
          {share_agreed === null ? 'Unknown' : share(share_agreed)}
        </Figure>
        <Figure
          label="Disagreed"
          hint={`${count(counts.only_atc)} only in ATC, ${count(counts.only_ours)} only in Veritrace`}
        >
          {count(disagreedIn(counts))}
        </Figure>
        <Figure label="Not comparable" hint="Each finding below gives the reason">
          {count(counts.not_comparable)}
        </Figure>
        <Figure
          label="Objects on both sides"
          hint={`${count(objects.uploaded)} uploaded, ${count(objects.checked)} checked by ATC`}
        >
          {count(objects.both)}
        </Figure>
      </Figures>
      <Runs agreement={agreement} />
      {not_checked.findings > 0 && (
        <p className="text-sm text-ink-2">
          No ATC run covers {plural(not_checked.objects, 'uploaded object')} with{' '}
          {plural(not_checked.findings, 'finding')} in Veritrace. These counts leave them out.
        </p>
      )}
      <Checks checks={checks} />
      <Card>
        <div className="flex flex-wrap items-center gap-2 border-b border-line-row px-4 py-2">
          <Segmented
            label="List"
            value={list as 'findings' | 'objects'}
            options={LISTS}
            onChange={(value) => navigate({ to: '.', search: (prev) => ({ ...prev, list: value }) })}
          />
        </div>
        {list === 'objects' ? <Objects agreement={agreement} /> : <Points agreement={agreement} />}
      </Card>
    </>
  )
}

function Runs({ agreement: { runs, target } }: { agreement: Agreement }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
      {runs.map(({ evidence_id, label, check_variant, findings, other_release }) => (
        <li key={evidence_id} className="flex flex-wrap items-center gap-2">
          <span className="font-medium text-ink">{label}</span>
          <span>
            {plural(findings, 'finding')}
            {check_variant && `, variant ${check_variant}`}
          </span>
          {other_release && <Badge tone="caution">Not for {target.label}</Badge>}
        </li>
      ))}
    </ul>
  )
}
