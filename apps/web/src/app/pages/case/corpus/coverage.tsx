// How complete the data about the case is, and how to add what is missing.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { ChevronRight } from 'lucide-react'
import { share } from '../../../../ui/format.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { useCase, useCaseReadiness } from '../queries.ts'

type Covered = Readiness['coverage']
interface Part {
  id: string
  label: string
  value(covered: Covered): number
  /** How to get the data from the system that the code runs in. */
  how: string
}
const PARTS: readonly Part[] = [
  {
    id: 'dependencies',
    label: 'Dependencies',
    value: (covered) => ratio(covered.with_dependencies, covered.objects_total),
    how: 'Export the packages with abapGit (Repository, “Download ZIP”) and upload the ZIP file, or upload a CSV with the columns object, type, used object and used type from the where-used list.',
  },
  {
    id: 'atc',
    label: 'ATC results',
    value: (covered) => ratio(covered.with_atc, covered.objects_total),
    how: 'Run the ATC with a clean-core variant over the packages (transaction ATC or ADT), then export the worklist as XML or the findings as CSV. Objects without findings count too, so export the complete object set.',
  },
  {
    id: 'usage',
    label: 'Usage',
    value: (covered) => ratio(covered.with_usage, covered.objects_total),
    how: 'In the production system, run transaction SUSG, create a snapshot of at least one year, and export it (SUSG, “Manage Snapshots”, “Download”). Upload the ZIP file unchanged.',
  },
  {
    id: 'parsed',
    label: 'Source understood',
    value: (covered) => covered.parsed_ratio,
    how: 'Dynamic calls and generated code cannot be read from the source. An ATC result of the same objects covers what parsing misses.',
  },
]
const ENOUGH = 0.9
const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

export function Coverage() {
  const { project_id } = useCase()
  const readiness = useCaseReadiness()
  if (project_id === null)
    return (
      <section>
        <h2 className="text-sm font-semibold">Coverage</h2>
        <p className="mt-1 text-sm text-ink-2">
          The objects of this case come from the lists. Without a project, there is no code to measure.
        </p>
      </section>
    )
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">Coverage</h2>
      <Loaded query={readiness} failed="The coverage did not load">
        {({ coverage, confidence }) => (
          <>
            <ul className="flex flex-col gap-2.5">
              {PARTS.map(({ id, label, value }) => (
                <Bar key={id} label={label} value={value(coverage)} />
              ))}
            </ul>
            <p className="mt-2 text-xs text-ink-2">
              Confidence is {confidence.band}. {confidence.reasons.join(' ')}
            </p>
            <Gaps parts={PARTS.filter(({ value }) => value(coverage) < ENOUGH)} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const Bar = ({ label, value }: { label: string; value: number }) => (
  <li>
    <p className="flex justify-between text-xs">
      <span>{label}</span>
      <span className="text-ink-2 tnum">{share(value)}</span>
    </p>
    <span aria-hidden className="mt-1 block h-1.5 forced-color-adjust-none overflow-hidden rounded-full bg-press">
      <span className="block h-full rounded-full bg-data-1" style={{ width: `${value * 100}%` }} />
    </span>
  </li>
)

function Gaps({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return null
  return (
    <div className="mt-3">
      <h3 className="label mb-1">What is missing</h3>
      <ul className="divide-y divide-line-row rounded-md border">
        {parts.map(({ id, label, how }) => (
          <li key={id}>
            <details className="group">
              <summary className="flex min-h-9 list-none items-center gap-1.5 px-3 text-sm">
                <ChevronRight aria-hidden className="size-3.5 text-ink-3 group-open:rotate-90" />
                {label}: how to close the gap
              </summary>
              <p className="px-3 pb-3 pl-8 text-sm text-ink-2">{how}</p>
            </details>
          </li>
        ))}
      </ul>
    </div>
  )
}
