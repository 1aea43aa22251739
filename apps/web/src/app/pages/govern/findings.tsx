// Findings that keep objects from the target, most severe kind first.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { count, plural } from '../../../ui/format.ts'

type Finding = NonNullable<Readiness['findings']>[number]

export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <Card>
      <CardHead title="Top findings" hint="Most severe first" />
      <ol className="divide-y divide-line-row">
        {findings.map((finding) => (
          <Row key={finding.id} finding={finding} />
        ))}
      </ol>
    </Card>
  )
}

function Row({ finding }: { finding: Finding }) {
  const { title, mechanical, objects, places, decisions, decisions_total } = finding
  const left = decisions_total - decisions.length
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
          <span className="font-medium">{title}</span>
          {mechanical && <Badge>mechanical</Badge>}
          <span className="ml-auto text-xs text-ink-2 tnum">
            {plural(objects, 'object')}, {plural(places, 'place')}, {plural(decisions_total, 'decision')}
          </span>
        </summary>
        <ul className="space-y-1 px-4 pb-3 text-sm">
          {decisions.map((one) => (
            <li key={one.key} className="flex flex-wrap gap-x-3">
              <span className="min-w-0 break-words">{one.title}</span>
              <span className="ml-auto text-xs text-ink-3 tnum">{plural(one.objects, 'object')}</span>
            </li>
          ))}
          {left > 0 && <li className="text-xs text-ink-3">and {count(left)} more</li>}
        </ul>
      </details>
    </li>
  )
}
