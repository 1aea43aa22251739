import { useQuery } from '@tanstack/react-query'
import type { Resolution } from '@veritrace/contract/casework/resolve'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { CitationList, EvidenceDrawer } from '../evidence/evidence-drawer.tsx'
import { Prose } from '../prose.tsx'
import { targetQuery, useTarget } from '../use-target.ts'

const MAX_ITEMS = 5
const TONES: Record<string, Tone> = { required: 'critical', recommended: 'info', consider: 'neutral', avoid: 'caution' }

/** Guidance about the object, with its sources. */
export function RelatedGuidance({ resolution }: { resolution: Resolution }) {
  const { id: target } = useTarget()
  const subject = resolution.subject!.iri
  const { data, isLoading } = useQuery({
    queryKey: ['guidance', subject, target],
    queryFn: () => api.guidance.list({ query: { artifact_id: subject, limit: MAX_ITEMS, ...targetQuery(target) } }),
    staleTime: 60_000,
    retry: false,
  })
  const [cited, setCited] = useState<{ id: string; n: number }>()
  const items = data?.items ?? []
  if (isLoading) return <SkeletonText lines={2} />
  if (items.length === 0) return null
  return (
    <section className="border-t px-4 py-3">
      <h3 className="label mb-1">Guidance</h3>
      {items.map((item) => (
        <details key={item.id} className="group border-b border-line-row last:border-b-0">
          <summary className="flex min-h-9 items-center gap-1.5 py-1 text-sm">
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3 group-open:rotate-90" />
            <span className="flex-1">{item.title}</span>
            <Badge tone={TONES[item.strength] ?? 'neutral'}>{item.strength}</Badge>
          </summary>
          <div className="flex flex-col gap-2 pb-3 pl-5 text-sm">
            <Prose text={item.summary_md} onCite={(n) => setCited({ id: item.id, n })} />
            {item.steps_md && <Prose text={item.steps_md} onCite={(n) => setCited({ id: item.id, n })} />}
            <p className="text-xs text-ink-3">{item.matched_because}</p>
            <CitationList citations={item.citations} onOpen={(n) => setCited({ id: item.id, n })} />
          </div>
        </details>
      ))}
      <EvidenceDrawer
        citations={items.find(({ id }) => id === cited?.id)?.citations ?? []}
        open={cited?.n}
        onOpen={(n) => setCited(cited && n !== undefined ? { id: cited.id, n } : undefined)}
      />
    </section>
  )
}
