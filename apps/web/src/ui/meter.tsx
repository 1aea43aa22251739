import { Check, CircleX, Clock, type LucideIcon, Minus, TriangleAlert } from 'lucide-react'
import { FILL, TEXT, type Tone } from './badge.tsx'
import { cn } from './cn.ts'

const SEGMENTS = [0, 1, 2, 3, 4]

/** A confidence from 0 to 1: five segments with the number next to them. */
export function Confidence({ value, className }: { value: number | null; className?: string }) {
  if (value === null)
    return (
      <span className="inline-flex items-center gap-1 align-middle text-xs text-ink-3">
        <Minus aria-hidden className="size-3.5" />
        None
      </span>
    )
  const full = Math.round(value * 5)
  const percent = Math.round(value * 100)
  const tone: Tone = value >= 0.8 ? 'positive' : value >= 0.55 ? 'info' : 'caution'
  return (
    <span className={cn('inline-flex items-center gap-1.5 align-middle', className)}>
      <span role="img" aria-label={`Confidence ${percent} percent`} className="flex gap-0.5">
        {SEGMENTS.map((i) => (
          <span key={i} className={cn('meter-seg h-2.5 w-1 rounded-[1px]', i < full ? FILL[tone] : 'bg-line-strong')} />
        ))}
      </span>
      <span aria-hidden className="w-6 text-xs text-ink-2 tnum">
        {percent}
      </span>
    </span>
  )
}

const FRESH = {
  fresh: [Check, 'positive'],
  recent: [Clock, 'info'],
  stale: [TriangleAlert, 'caution'],
  unknown: [CircleX, 'neutral'],
} as const satisfies Record<string, readonly [LucideIcon, Tone]>

export function Freshness({ value, age }: { value: keyof typeof FRESH; age?: string }) {
  const [Icon, tone] = FRESH[value]
  return (
    <span className="inline-flex items-center gap-1 align-middle text-xs whitespace-nowrap text-ink-2">
      <Icon aria-hidden className={cn('size-3.5', TEXT[tone])} />
      <span className="capitalize">{value}</span>
      {age && <span className="text-ink-3 tnum">· {age}</span>}
    </span>
  )
}
