// Cumulative effort against objects at the target.
import { scaleLinear } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { type PointerEvent, useRef } from 'react'
import { useWidth } from '../use-width.ts'

export interface LiftPoint {
  item_id: string
  cumulative_p50: number
  objects_at_target: number
  share: number
}
interface Props {
  points: readonly LiftPoint[]
  /** Objects at the target before any work. */
  before: number
  /** Number of items within the cut. Default: all. */
  cut?: number
  /** Makes the cut line draggable. A slider next to the chart does the same. */
  onCut?(items: number): void
  height?: number
}
const EDGE = { left: 44, right: 16, top: 12, bottom: 34 }

export function LiftCurve({ points, before, cut = points.length, onCut, height = 260 }: Props) {
  const [ref, width] = useWidth()
  const svg = useRef<SVGSVGElement>(null)
  const last = points.at(-1)
  // A little beyond the last step, so that its rise is visible.
  const end = Math.max(1, (last?.cumulative_p50 ?? 1) * 1.04)
  const x = scaleLinear([0, end], [EDGE.left, width - EDGE.right])
  const most = Math.max(1, before, ...points.map(({ objects_at_target }) => objects_at_target))
  const y = scaleLinear([0, most], [height - EDGE.bottom, EDGE.top]).nice(4)
  const start = { item_id: '', cumulative_p50: 0, objects_at_target: before, share: 0 }
  const path = line<LiftPoint>(
    ({ cumulative_p50 }) => x(cumulative_p50),
    ({ objects_at_target }) => y(objects_at_target),
  ).curve(curveStepAfter)
  const at = cut > 0 ? points[Math.min(cut, points.length) - 1] : start
  const cutX = x(at?.cumulative_p50 ?? 0)
  const follow = (event: PointerEvent) => {
    if (!onCut || !(event.buttons & 1)) return
    const effort = x.invert(event.clientX - svg.current!.getBoundingClientRect().left)
    onCut(points.filter(({ cumulative_p50 }) => cumulative_p50 <= effort + 1e-9).length)
  }
  const said = last
    ? `${points.length} items bring ${last.objects_at_target} objects to the target with ${Math.round(last.cumulative_p50)} days`
    : 'No items'
  return (
    <div ref={ref}>
      <svg
        ref={svg}
        role="img"
        aria-label={said}
        width={width}
        height={height}
        className={onCut ? 'block touch-pan-y cursor-ew-resize text-ink-3' : 'block text-ink-3'}
        onPointerDown={(event) => {
          if (onCut) event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={follow}
      >
        <rect
          x={EDGE.left}
          y={EDGE.top}
          width={Math.max(0, cutX - EDGE.left)}
          height={height - EDGE.top - EDGE.bottom}
          fill="var(--accent-soft)"
        />
        {y
          .ticks(4)
          .filter(Number.isInteger)
          .map((tick) => (
            <g key={tick}>
              <line x1={EDGE.left} x2={width - EDGE.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text x={EDGE.left - 8} y={y(tick)} dy=".32em" textAnchor="end" fontSize="11" fill="currentColor">
                {tick}
              </text>
            </g>
          ))}
        {x.ticks(Math.max(2, Math.floor(width / 120))).map((tick) => (
          <text key={tick} x={x(tick)} y={height - 18} textAnchor="middle" fontSize="11" fill="currentColor">
            {tick}
          </text>
        ))}
        <text x={width - EDGE.right} y={height - 4} textAnchor="end" fontSize="11" fill="currentColor">
          person-days (median)
        </text>
        <path
          d={path([start, ...points, ...(last ? [{ ...last, cumulative_p50: end }] : [])]) ?? ''}
          fill="none"
          stroke="var(--data-1)"
          strokeWidth="2"
        />
        {points.map((point, i) => (
          <circle
            key={point.item_id}
            cx={x(point.cumulative_p50)}
            cy={y(point.objects_at_target)}
            r={points.length > 60 ? 2 : 3}
            fill={i < cut ? 'var(--data-1)' : 'var(--surface)'}
            stroke="var(--data-1)"
          />
        ))}
        {onCut && (
          <g>
            <line
              x1={cutX}
              x2={cutX}
              y1={EDGE.top - 6}
              y2={height - EDGE.bottom}
              stroke="var(--ink)"
              strokeWidth="1.5"
            />
            <rect x={cutX - 5} y={EDGE.top - 8} width="10" height="14" rx="3" fill="var(--ink)" />
          </g>
        )}
      </svg>
    </div>
  )
}
