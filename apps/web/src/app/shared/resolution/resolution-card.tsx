// A verdict with its evidence.
import type { Resolution } from '@veritrace/contract/casework/resolve'
import { CircleCheck, CircleSlash, Clock, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { saveCsv } from '../../../ui/export.ts'
import { plural } from '../../../ui/format.ts'
import { Level } from '../../../ui/level.tsx'
import { Confidence } from '../../../ui/meter.tsx'
import { CitationList, EvidenceDrawer } from '../evidence/evidence-drawer.tsx'
import { Prose } from '../prose.tsx'
import { usePack } from '../use-pack.ts'
import { Actions, Conflicts, History } from './parts.tsx'
import { RelatedGuidance } from './related-guidance.tsx'
import { StatesMatrix } from './states-matrix.tsx'
import { SuccessorChain, successorTable } from './successor-chain.tsx'
import { usePackLabels } from './use-pack-labels.ts'
import { WhyLevel } from './why-level.tsx'

interface Props {
  resolution: Resolution
  /** Called with the short form of the selected successor or candidate, such as `TABL:VBAK`. */
  onOpen?(shortForm: string): void
  /** Buttons below the headline. */
  actions?: ReactNode
}

export function ResolutionCard({ resolution, onOpen, actions }: Props) {
  const [cited, setCited] = useState<number>()
  const { subject, rating, acceptable, states, successors, citations, conflicts, history, freshness } = resolution
  const { codes } = usePack(resolution.pack.id)
  const labels = usePackLabels(resolution.pack.id)
  return (
    <article aria-label={resolution.headline} className="flex flex-col">
      <header className="flex flex-col gap-2 px-4 pt-4 pb-3">
        {subject && (
          <div className="flex min-w-0 items-center gap-2">
            {rating && <Level code={rating.code} codes={codes} label={rating.label} className="text-lg" />}
            <h2 className="min-w-0 font-mono text-base font-semibold break-all">{subject.name}</h2>
            <span className="ml-auto shrink-0 text-xs text-ink-3">{labels.type(subject.type)}</span>
          </div>
        )}
        <p className="text-base">{resolution.headline}</p>
        <div className="flex flex-wrap items-center gap-1.5">
          {acceptable !== undefined && <Acceptable is={acceptable} />}
          {resolution.labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
          {rating?.flags.map((flag) => (
            <Badge key={flag} tone="caution">
              {flag.replaceAll('_', ' ')}
            </Badge>
          ))}
          {freshness?.stale && (
            <Badge tone="caution" icon={Clock}>
              List is {plural(freshness.age_days ?? 0, 'day')} old
            </Badge>
          )}
          <Confidence value={resolution.confidence} className="ml-auto" />
        </div>
        {actions && <div className="flex flex-wrap gap-1.5 pt-1">{actions}</div>}
      </header>
      {rating && <WhyLevel rating={rating} trace={resolution.trace} onCite={setCited} />}
      {resolution.candidates && <Candidates resolution={resolution} onOpen={onOpen} />}
      {!subject && !resolution.candidates && resolution.text_md && (
        <Part title="Result">
          <Prose text={resolution.text_md} onCite={setCited} />
        </Part>
      )}
      {conflicts.length > 0 && (
        <Part title={plural(conflicts.length, 'conflict')}>
          <Conflicts conflicts={conflicts} packId={resolution.pack.id} onCite={setCited} />
        </Part>
      )}
      {successors.length > 0 && (
        <Part
          title={plural(successors.length, 'successor')}
          action={
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Export successors as CSV"
              title="Export CSV"
              onClick={() => saveCsv('successors', successorTable(successors))}
            >
              <Download />
            </Button>
          }
        >
          <SuccessorChain resolution={resolution} onOpen={onOpen} />
        </Part>
      )}
      {states.length > 0 && (
        <Part title="Status in each list">
          <StatesMatrix resolution={resolution} onCite={setCited} />
        </Part>
      )}
      {resolution.actions.length > 0 && (
        <Part title="What to do">
          <Actions actions={resolution.actions} packId={resolution.pack.id} />
        </Part>
      )}
      {resolution.dependents && resolution.dependents.count > 0 && (
        <Part title={`${plural(resolution.dependents.count, 'object')} in the project that use it`}>
          <ul className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-xs text-ink-2">
            {resolution.dependents.sample.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </Part>
      )}
      {subject && resolution.guidance_ids.length > 0 && <RelatedGuidance resolution={resolution} />}
      {history.length > 0 && (
        <Part title="History">
          <History changes={history} packId={resolution.pack.id} />
        </Part>
      )}
      {citations.length > 0 && (
        <Part title={plural(citations.length, 'source')}>
          <CitationList citations={citations} onOpen={setCited} />
        </Part>
      )}
      <EvidenceDrawer citations={citations} open={cited} onOpen={setCited} />
    </article>
  )
}

export const Acceptable = ({ is }: { is: boolean }) =>
  is ? (
    <Badge tone="positive" icon={CircleCheck}>
      acceptable
    </Badge>
  ) : (
    <Badge tone="critical" icon={CircleSlash}>
      not acceptable
    </Badge>
  )

export const Part = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <section className="border-t px-4 py-3">
    <div className="mb-2 flex items-center justify-between gap-2">
      <h3 className="label">{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

function Candidates({ resolution, onOpen }: { resolution: Resolution; onOpen: Props['onOpen'] }) {
  const labels = usePackLabels(resolution.pack.id)
  return (
    <Part title="Which one do you mean?">
      <ul className="flex flex-col gap-1.5">
        {resolution.candidates!.map(({ artifact, why }) => (
          <li key={artifact.id} className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <button
              type="button"
              className="min-h-6 font-mono text-xs text-accent hover:underline"
              onClick={() => onOpen?.(`${artifact.type}:${artifact.name}`)}
            >
              {artifact.name}
            </button>
            <span className="text-xs text-ink-2">{labels.type(artifact.type)}</span>
            <span className="text-xs text-ink-3">{why}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
