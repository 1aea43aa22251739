import { FILL, type Tone } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'

/** The overview warns from the same share on. */
const NEARLY = 0.8

/** The used share of a limit. The numbers are shown next to it. */
export function Bar({ used, limit }: { used: number; limit: number }) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1
  const tone: Tone = share >= NEARLY ? 'caution' : 'info'
  return (
    <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-line">
      <span className={cn('block h-full rounded-full', FILL[tone])} style={{ width: `${share * 100}%` }} />
    </span>
  )
}
