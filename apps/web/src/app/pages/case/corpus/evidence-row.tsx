import type { CaseEvidence } from '@veritrace/contract/casework/case-records'
import { Check, CircleX, type LucideIcon, MessageSquareQuote, Minus, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { Cite, Quote } from '../../../../ui/cite.tsx'
import { ago } from '../../../../ui/format.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'

const LOOKS: Record<CaseEvidence['relation'], { tone: Tone; icon: LucideIcon }> = {
  supports: { tone: 'positive', icon: Check },
  refutes: { tone: 'critical', icon: CircleX },
  mentions: { tone: 'info', icon: MessageSquareQuote },
  background: { tone: 'neutral', icon: Minus },
}

const RelationChip = ({ relation }: { relation: CaseEvidence['relation'] }) => (
  <Badge tone={LOOKS[relation].tone} icon={LOOKS[relation].icon}>
    {sentenceOf(relation)}
  </Badge>
)

/** A SHA-256 digest, which is shortened. */
const DIGEST = /\b([0-9a-f]{12})[0-9a-f]{52}\b/g

interface Props {
  n: number
  item: CaseEvidence
  onOpen(n: number): void
}
export function EvidenceRow({ n, item, onOpen }: Props) {
  const naming = usePackLabels()
  const text = naming.record(item.snippet.text)
  const short = text.replace(DIGEST, '$1…')
  const marks = item.snippet.highlights.map(([start, end]) => [start!, end!] as const)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3">
      <Cite n={n} onOpen={onOpen} className="mt-0.5" />
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <RelationChip relation={item.relation} />
          <span className="text-xs text-ink-3">{sentenceOf(item.kind)}</span>
          <span className="text-xs text-ink-3">{item.strength}</span>
          {item.stale && (
            <Badge tone="caution" icon={TriangleAlert} title="The source of this evidence has been replaced since">
              Source replaced
            </Badge>
          )}
          <span className="ml-auto text-xs text-ink-3">{ago(item.at)}</span>
        </p>
        <p className="text-sm font-medium break-words">{item.claim}</p>
        {text &&
          (short !== text ? (
            <p className="font-mono text-xs break-words text-ink-2">{short}</p>
          ) : (
            // The highlights fit only the original text.
            <Quote text={text} marks={text === item.snippet.text ? marks : []} />
          ))}
        <p className="text-xs text-ink-3">{item.title}</p>
      </div>
    </li>
  )
}
