import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { Check, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '../../../ui/badge.tsx'

type Checked = Scaffold['checks'][number]
const LOOKS: Record<Checked['status'], readonly [LucideIcon, Tone, string]> = {
  pass: [Check, 'positive', 'Passed'],
  warn: [TriangleAlert, 'caution', 'Warning'],
  fail: [CircleX, 'critical', 'Failed'],
}

/** Checks of the generated files by the same classifier as the source. */
export function Checks({ checks }: { checks: readonly Checked[] }) {
  if (checks.length === 0) return <p className="px-4 py-3 text-sm text-ink-3">No checks.</p>
  return (
    <ul aria-label="Checks" className="divide-y divide-line-row">
      {checks.map(({ id, status, message }) => {
        const [icon, tone, label] = LOOKS[status]
        return (
          <li key={`${id} ${message}`} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <Badge tone={tone} icon={icon}>
              {label}
            </Badge>
            <div className="min-w-0 flex-1">
              <p className="font-mono text-xs wrap-anywhere">{id}</p>
              <p className="text-ink-2 wrap-anywhere">{message}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
