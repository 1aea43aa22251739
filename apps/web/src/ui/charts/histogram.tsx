// A histogram of simulation results.
import { scaleLinear } from 'd3-scale'
import { useWidth } from '../use-width.ts'

interface Props {
  /** Bin edges: one more than counts. */
  bins: readonly number[]
  counts: readonly number[]
  /** Labeled lines, such as p50. */
  marks: readonly { label: string; value: number }[]
  label: string
  height?: number
}
const EDGE = { left: 8, right: 8, top: 22, bottom: 22 }

export function Histogram({ bins, counts, marks, label, height = 160 }: Props) {
  const [ref, width] = useWidth(360)
  const x = scaleLinear([bins[0] ?? 0, bins.at(-1) ?? 1], [EDGE.left, width - EDGE.right])
  const y = scaleLinear([0, Math.max(1, ...counts)], [height - EDGE.bottom, EDGE.top])
  return (
    <div ref={ref}>
      <svg role="img" aria-label={label} width={width} height={height} className="block text-ink-3">
        {counts.map((count, i) => (
          <rect
            key={bins[i]}
            x={x(bins[i]!) + 0.5}
            y={y(count)}
            width={Math.max(1, x(bins[i + 1]!) - x(bins[i]!) - 1)}
            height={height - EDGE.bottom - y(count)}
            fill="var(--data-1)"
            fillOpacity=".65"
          />
        ))}
        <line
          x1={EDGE.left}
          x2={width - EDGE.right}
          y1={height - EDGE.bottom}
          y2={height - EDGE.bottom}
          stroke="var(--line-strong)"
        />
        {x.ticks(Math.max(2, Math.floor(width / 90))).map((tick) => (
          <text key={tick} x={x(tick)} y={height - 6} textAnchor="middle" fontSize="11" fill="currentColor">
            {tick}
          </text>
        ))}
        {marks.map(({ label: name, value }) => (
          <g key={name}>
            <line
              x1={x(value)}
              x2={x(value)}
              y1={EDGE.top - 6}
              y2={height - EDGE.bottom}
              stroke="var(--ink)"
              strokeDasharray="3 2"
            />
            <text x={x(value)} y={12} textAnchor="middle" fontSize="11" fill="var(--ink-2)">
              {name}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
