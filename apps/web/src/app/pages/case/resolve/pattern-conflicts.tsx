import { useQuery } from '@tanstack/react-query'
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { useState } from 'react'
import { plural } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { api } from '../../../api.ts'
import { EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { Conflicts } from '../../../shared/resolution/parts.tsx'
import { Part } from '../../../shared/resolution/resolution-card.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { useCase } from '../queries.ts'

/** The used artifact, its rating, and what the sources disagree about. */
export function PatternConflicts({ recommendation: { pattern } }: { recommendation: Recommendation }) {
  const theCase = useCase()
  const { codes } = usePack(theCase.pack.id)
  const [cited, setCited] = useState<number>()
  const { data } = useQuery({
    queryKey: ['artifacts', pattern?.reference.id, theCase.target.profile_id],
    queryFn: () =>
      api.artifacts.get({
        params: { id: pattern!.reference.id },
        query: { target: theCase.target.profile_id, pack: theCase.pack.id },
      }),
    enabled: pattern !== undefined,
  })
  if (!pattern) return null
  const conflicts = data?.rating.conflicts ?? []
  return (
    <>
      <Part title="Pattern">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Level code={pattern.code} codes={codes} />
          <span className="font-mono text-xs break-all">
            {pattern.reference.type}:{pattern.reference.name}
          </span>
          <span className="text-xs text-ink-3">{pattern.access}</span>
        </p>
        {data?.rating.reasons.map(({ text }) => (
          <p key={text} className="mt-1 text-xs text-ink-2">
            {text}
          </p>
        ))}
      </Part>
      {conflicts.length > 0 && (
        <Part title={plural(conflicts.length, 'conflict')}>
          <Conflicts conflicts={conflicts} onCite={setCited} />
        </Part>
      )}
      <EvidenceDrawer citations={data?.citations ?? []} open={cited} onOpen={setCited} />
    </>
  )
}
