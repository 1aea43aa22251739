// Sankey diagram of the transitions between states.
import type { CorpusComparison } from '@veritrace/contract/casework/corpus'
import type { TableData } from '../../../../ui/export.ts'
import { count } from '../../../../ui/format.ts'
import { useWidth } from '../../../../ui/use-width.ts'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'

type Transition = CorpusComparison['transitions'][number]
interface Props {
  transitions: readonly Transition[]
  from: string
  to: string
}

const HEIGHT = 220
const GAP = 22
const BAR = 8
const TOP = 18
const MIN_THICKNESS = 3
const COLORS: Record<Transition['change'], string> = {
  added: 'var(--positive-fill)',
  removed: 'var(--critical-fill)',
  state: 'var(--caution-fill)',
  successors: 'var(--info-fill)',
}

/** Expects at least one transition. */
export function Sankey({ transitions, from, to }: Props) {
  const [ref, width] = useWidth(380)
  const labels = usePackLabels()
  const nameOf = (state: string) => (state === '' ? 'Not listed' : labels.state(state))
  const { left, right, bands, height } = layOut(transitions)
  const summary = transitions
    .map((one) => `${count(one.count)} from ${nameOf(one.from_state ?? '')} to ${nameOf(one.to_state ?? '')}`)
    .join(', ')
  const x = { left: BAR, right: width - BAR }
  return (
    <div ref={ref}>
      <svg
        role="img"
        aria-label={`${from} to ${to}: ${summary}`}
        width={width}
        height={height}
        className="block text-ink-2"
      >
        {bands.map(({ key, fromY, toY, thick, change }) => (
          <path
            key={key}
            d={`M${x.left},${fromY} C${width / 2},${fromY} ${width / 2},${toY} ${x.right},${toY}`}
            fill="none"
            stroke={COLORS[change]}
            strokeOpacity=".45"
            strokeWidth={thick}
          />
        ))}
        {[
          { nodes: left, at: 0, anchor: 'start' as const, text: 0 },
          { nodes: right, at: width - BAR, anchor: 'end' as const, text: width },
        ].map(({ nodes, at, anchor, text }) =>
          nodes.map(({ state, y, thick, total }) => (
            <g key={anchor + state}>
              <rect x={at} y={y} width={BAR} height={thick} rx="1.5" fill="var(--ink-3)" />
              <text x={text} y={y - 5} textAnchor={anchor} fontSize="11" fill="currentColor">
                {nameOf(state)} <tspan fill="var(--ink-3)">{count(total)}</tspan>
              </text>
            </g>
          )),
        )}
      </svg>
    </div>
  )
}

/** The transitions as rows for export. */
export const flowTable = (transitions: readonly Transition[], nameOf: (state: string) => string): TableData => ({
  columns: ['Change', 'From', 'To', 'Objects'],
  rows: transitions.map(({ change, from_state, to_state, count: n }) => [
    change,
    from_state ? nameOf(from_state) : 'Not listed',
    to_state ? nameOf(to_state) : 'Not listed',
    n,
  ]),
})

interface Node {
  state: string
  y: number
  thick: number
  total: number
}

/** Thickness by square root, so that a single transition remains visible next to thousands. */
function layOut(transitions: readonly Transition[]) {
  const weigh = (n: number) => Math.sqrt(n)
  const sum = transitions.reduce((all, { count: n }) => all + weigh(n), 0)
  const scale = (n: number) => Math.max(MIN_THICKNESS, (weigh(n) / sum) * HEIGHT)
  const column = (stateOf: (one: Transition) => string): Node[] => {
    let y = TOP
    return [...Map.groupBy(transitions, stateOf)].map(([state, ones]) => {
      const thick = ones.reduce((all, { count: n }) => all + scale(n), 0)
      const node = { state, y, thick, total: ones.reduce((all, { count: n }) => all + n, 0) }
      y += thick + GAP
      return node
    })
  }
  const left = column(({ from_state }) => from_state ?? '')
  const right = column(({ to_state }) => to_state ?? '')
  const taken = new Map<Node, number>()
  const place = (node: Node, thick: number): number => {
    const used = taken.get(node) ?? 0
    taken.set(node, used + thick)
    return node.y + used + thick / 2
  }
  const bands = transitions.map((one) => {
    const thick = scale(one.count)
    return {
      key: `${one.change}${one.from_state}${one.to_state}`,
      change: one.change,
      thick,
      fromY: place(left.find(({ state }) => state === (one.from_state ?? ''))!, thick),
      toY: place(right.find(({ state }) => state === (one.to_state ?? ''))!, thick),
    }
  })
  const bottom = Math.max(...[...left, ...right].map(({ y, thick }) => y + thick))
  return { left, right, bands, height: bottom + 6 }
}
