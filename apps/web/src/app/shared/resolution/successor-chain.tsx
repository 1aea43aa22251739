// The successors by hop, with the verdicts on their fit.
import type { Resolution, ResolvedSuccessor } from '@veritrace/contract/casework/resolve'
import { CornerDownRight } from 'lucide-react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { TableData } from '../../../ui/export.ts'
import { plural } from '../../../ui/format.ts'
import { Level } from '../../../ui/level.tsx'
import { usePack } from '../use-pack.ts'
import { usePackLabels } from './use-pack-labels.ts'

interface Props {
  resolution: Resolution
  onOpen?: ((shortForm: string) => void) | undefined
}

export function SuccessorChain({ resolution, onOpen }: Props) {
  const hops = Map.groupBy(resolution.successors, ({ hop }) => hop)
  return (
    <ol className="flex flex-col gap-2">
      {[...hops].map(([hop, successors]) => (
        <li key={hop} className={hop > 1 ? 'border-l pl-3' : ''}>
          {hop > 1 && <p className="mb-1 text-xs text-ink-3">Successors after {plural(hop - 1, 'hop')}</p>}
          <ul className="flex flex-col gap-1.5">
            {successors.map((successor) => (
              <Hop
                key={successor.artifact.id + successor.concept}
                successor={successor}
                packId={resolution.pack.id}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** The successors as rows for export. */
export const successorTable = (successors: Resolution['successors']): TableData => ({
  columns: ['Hop', 'Type', 'Name', 'Concept', 'Level', 'Available', 'Acceptable', 'Fit', 'Note'],
  rows: successors.map(({ hop, artifact, concept, rating_in_target, available, acceptable, fit }) => [
    hop,
    artifact.type,
    artifact.name,
    concept ?? '',
    rating_in_target.code,
    available ? 'yes' : 'no',
    acceptable ? 'yes' : 'no',
    fit?.verdict ?? '',
    fit?.note ?? '',
  ]),
})

const FIT: Record<NonNullable<ResolvedSuccessor['fit']>['verdict'], readonly [Tone, string]> = {
  full: ['positive', 'fits'],
  partial: ['caution', 'fits partly'],
  none: ['critical', 'does not fit'],
  untested: ['neutral', 'not tested'],
}

interface HopProps {
  successor: ResolvedSuccessor
  packId: string
  onOpen: Props['onOpen']
}
function Hop({ successor, packId, onOpen }: HopProps) {
  const { artifact, rating_in_target: rating, fit, available, acceptable, concept } = successor
  const { codes } = usePack(packId)
  const labels = usePackLabels(packId)
  const verdict = fit && FIT[fit.verdict]
  return (
    <li className="text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <Level code={rating.code} codes={codes} label={rating.label} />
        {concept ? (
          <span className="font-medium">{concept}</span>
        ) : (
          <button
            type="button"
            className="min-h-6 font-mono text-xs break-all text-accent hover:underline"
            onClick={() => onOpen?.(`${artifact.type}:${artifact.name}`)}
          >
            {artifact.name}
          </button>
        )}
        <span className="text-xs text-ink-3">{concept ? 'concept' : labels.type(artifact.type)}</span>
        {!available && !concept && <Badge tone="critical">not in your target</Badge>}
        {available && !acceptable && <Badge tone="caution">not acceptable</Badge>}
        {verdict && <Badge tone={verdict[0]}>{verdict[1]}</Badge>}
      </div>
      {fit && (fit.note || fit.operations) && (
        <p className="mt-0.5 ml-5.5 text-xs text-ink-2">
          {fit.operations && `For ${fit.operations.join(', ')}. `}
          {fit.note} <span className="text-ink-3">{fit.by}</span>
        </p>
      )}
    </li>
  )
}
