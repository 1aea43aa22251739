// A code of the rating scheme with its letter, shape and color, so that color is never needed to read it.
import { cn } from './cn.ts'

/** From best to worst. The pack defines the codes and their order. */
const COLORS = ['bg-level-1', 'bg-level-2', 'bg-level-3', 'bg-level-4']
const SHAPES = ['rounded-full', 'rounded-sm', 'rounded-none rotate-45', 'rounded-none']

const placeOf = (code: string, codes: readonly string[]): number => codes.indexOf(code)
export const levelColor = (code: string, codes: readonly string[]): string => {
  const place = placeOf(code, codes)
  return place < 0 ? 'var(--level-unknown)' : `var(--level-${Math.min(place, 3) + 1})`
}

interface LevelProps {
  code: string
  codes: readonly string[]
  /** The meaning of the code, for the tooltip and screen readers. */
  label?: string
  className?: string
}
export function Level({ code, codes, label, className }: LevelProps) {
  const place = placeOf(code, codes)
  return (
    <span title={label} className={cn('inline-flex items-center gap-1.5 align-middle text-sm', className)}>
      <span
        aria-hidden
        className={cn(
          'dot inline-block size-2.5 shrink-0',
          place < 0 ? 'rounded-full border-2 border-level-unknown bg-transparent' : COLORS[Math.min(place, 3)],
          place >= 0 && SHAPES[Math.min(place, 3)],
        )}
      />
      <span className="font-semibold">{place < 0 ? '?' : code}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

interface LevelBarProps {
  counts: Readonly<Record<string, number>>
  codes: readonly string[]
  className?: string
  /** Hides the numbers below. */
  bare?: boolean
}
/** Stacked from best to worst, with the unknown share hatched at the end. */
export function LevelBar({ counts, codes, className, bare = false }: LevelBarProps) {
  const parts = [...codes, 'unknown']
    .map((code) => ({ code, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const said = parts.map(({ code, count }) => `${code} ${count}`).join(', ')
  return (
    <div className={className}>
      <div
        role="img"
        aria-label={total ? `Of ${total}: ${said}` : 'No ratings yet'}
        className="flex h-2 forced-color-adjust-none gap-0.5 overflow-hidden rounded-full bg-press"
      >
        {parts.map(({ code, count }) => (
          <span
            key={code}
            className={cn('h-full', code === 'unknown' && 'hatch')}
            style={{
              width: `${(count / total) * 100}%`,
              background: code === 'unknown' ? undefined : levelColor(code, codes),
            }}
          />
        ))}
      </div>
      {!bare && total > 0 && (
        <ul aria-hidden className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-2">
          {parts.map(({ code, count }) => (
            <li key={code} className="flex items-center gap-1">
              <Level code={code} codes={codes} className="text-xs" />
              <span className="tnum">{count}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
