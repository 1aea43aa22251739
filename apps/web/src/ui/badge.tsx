// A status has a text and a shape in addition to its color.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type Tone = 'positive' | 'caution' | 'critical' | 'info' | 'neutral'
const SOFT: Record<Tone, string> = {
  positive: 'bg-positive-soft text-positive border-positive-line',
  caution: 'bg-caution-soft text-caution border-caution-line',
  critical: 'bg-critical-soft text-critical border-critical-line',
  info: 'bg-info-soft text-info border-info-line',
  neutral: 'bg-sunken text-ink-2 border-line',
}
export const FILL: Record<Tone, string> = {
  positive: 'bg-positive-fill',
  caution: 'bg-caution-fill',
  critical: 'bg-critical-fill',
  info: 'bg-info-fill',
  neutral: 'bg-muted-fill',
}
export const TEXT: Record<Tone, string> = {
  positive: 'text-positive',
  caution: 'text-caution',
  critical: 'text-critical',
  info: 'text-info',
  neutral: 'text-ink-3',
}

interface BadgeProps {
  tone?: Tone
  icon?: LucideIcon
  className?: string
  title?: string
  children: ReactNode
}
export function Badge({ tone = 'neutral', icon: Icon, className, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex h-5 items-center gap-1 rounded-sm border px-1.5 text-2xs font-medium whitespace-nowrap',
        SOFT[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3" strokeWidth={2.25} />}
      {children}
    </span>
  )
}

export function Status({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 align-middle text-sm whitespace-nowrap', className)}>
      <span aria-hidden className={cn('dot inline-block size-1.5 shrink-0 rounded-full', FILL[tone])} />
      {children}
    </span>
  )
}
