// Small SVG charts. Each has a text alternative and appears next to its numbers.
import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import { share } from './format.ts'
import { useWidth } from './use-width.ts'

interface SparklineProps {
  values: readonly number[]
  label: string
  width?: number
  height?: number
}
export function Sparkline({ values, label, width = 72, height = 20 }: SparklineProps) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1])
  const y = scaleLinear([Math.min(0, ...values), Math.max(1e-9, ...values)], [height - 2, 2])
  const shape = area<number>(
    (_, i) => x(i),
    height,
    (value) => y(value),
  )
  const edge = line<number>(
    (_, i) => x(i),
    (value) => y(value),
  )
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="overflow-visible">
      <path d={shape([...values]) ?? ''} fill="var(--data-1)" fillOpacity=".12" />
      <path d={edge([...values]) ?? ''} fill="none" stroke="var(--data-1)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}

interface Point {
  at: number
  value: number
}
interface TrendProps {
  points: readonly Point[]
  label: string
  height?: number
  format?: (value: number) => string
}
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const EDGE = { left: 40, right: 8, top: 8, bottom: 22 }

/** One value over time. */
export function Trend({ points, label, height = 180, format = String }: TrendProps) {
  const [ref, width] = useWidth()
  const first = points[0]?.at ?? 0
  const x = scaleUtc([first, points.at(-1)?.at ?? first + 1], [EDGE.left, width - EDGE.right])
  const y = scaleLinear(
    [0, Math.max(1e-9, ...points.map(({ value }) => value))],
    [height - EDGE.bottom, EDGE.top],
  ).nice(4)
  const shape = area<Point>(
    ({ at }) => x(at),
    y(0),
    ({ value }) => y(value),
  )
  const edge = line<Point>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  )
  return (
    <div ref={ref}>
      <svg role="img" aria-label={label} width={width} height={height} className="block text-ink-3">
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line x1={EDGE.left} x2={width - EDGE.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            <text x={EDGE.left - 8} y={y(tick)} dy=".32em" textAnchor="end" fontSize="11" fill="currentColor">
              {format(tick)}
            </text>
          </g>
        ))}
        {x.ticks(Math.max(2, Math.floor(width / 110))).map((tick) => (
          <text key={+tick} x={x(tick)} y={height - 5} textAnchor="middle" fontSize="11" fill="currentColor">
            {DAY.format(tick)}
          </text>
        ))}
        <path d={shape([...points]) ?? ''} fill="var(--data-1)" fillOpacity=".1" />
        <path
          d={edge([...points]) ?? ''}
          fill="none"
          stroke="var(--data-1)"
          strokeWidth="1.75"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  )
}

interface IntervalProps {
  low: number
  point: number
  high: number
  /** The label of the share. */
  label: string
  /** Hides the numbers below. */
  bare?: boolean
}
/** A share with its bounds: from “all unknown fail” to “all unknown pass”, with a mark at the rated value. */
export function IntervalGauge({ low, point, high, label, bare = false }: IntervalProps) {
  const isCertain = share(low) === share(high)
  const said = `${label}: ${share(point)}, between ${share(low)} and ${share(high)}`
  return (
    <div role="img" aria-label={said}>
      <div className="relative h-2.5 forced-color-adjust-none rounded-full bg-press">
        <span
          className="hatch absolute inset-y-0 rounded-full"
          style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}
        />
        <span className="absolute inset-y-0 left-0 rounded-full bg-level-1" style={{ width: `${low * 100}%` }} />
        <span className="absolute -inset-y-1 w-0.5 rounded-full bg-ink" style={{ left: `${point * 100}%` }} />
      </div>
      {!bare && (
        <div aria-hidden className="mt-1 flex justify-between text-2xs text-ink-3 tnum">
          <span>{isCertain ? `${share(point)}, no unknowns` : `At least ${share(low)}`}</span>
          {!isCertain && <span>At most {share(high)}</span>}
        </div>
      )}
    </div>
  )
}
