import { useMemo, useState } from 'react'
import { Card } from '../../../ui/bits.tsx'
import { Select } from '../../../ui/field.tsx'
import { count } from '../../../ui/format.ts'
import type { GraphData } from '../../shared/graph/graph-model.ts'
import { GraphView } from '../../shared/graph/graph-view.tsx'

const SIZES = [100, 500, 1_000, 2_000, 5_000]
const CODES = ['A', 'B', 'C', 'D', 'unknown']
const RELATIONS = ['reads', 'writes', 'calls']

export function GraphStress() {
  const [size, setSize] = useState(100)
  const [view, setView] = useState<'graph' | 'list'>('graph')
  const [selected, setSelected] = useState<string>()
  const data = useMemo(() => graphOf(size), [size])
  return (
    <Card className="flex h-[36rem] flex-col overflow-hidden">
      <GraphView
        key={size}
        data={data}
        view={view}
        onView={setView}
        selected={selected}
        onSelect={setSelected}
        note={
          <Select
            aria-label="Nodes"
            className="w-28"
            value={size}
            onChange={({ target }) => setSize(Number(target.value))}
          >
            {SIZES.map((one) => (
              <option key={one} value={one}>
                {count(one)}
              </option>
            ))}
          </Select>
        }
      />
    </Card>
  )
}

/** Deterministic for each size. Every node has edges to one or two earlier nodes, mostly nearby ones. */
function graphOf(size: number): GraphData {
  const next = numbers(size)
  const rating = (code: string) => ({
    ...{ scheme: 'level', code, label: code, status: 'final' as const, flags: [], reasons: [], conflicts: [] },
    rule: { id: 'none', ruleset: 'none', version: '0' },
  })
  const edges = Array.from({ length: Math.round(size * 1.65) }, (_, i) => {
    const from = 1 + (i % (size - 1))
    const near = Math.max(0, from - 1 - Math.floor(next() * 30))
    const to = next() < 0.85 ? near : Math.floor(next() * from)
    return { id: `e${i}`, from: `n${from}`, to: `n${to}`, relation: RELATIONS[i % 3]!, confidence: 1 }
  })
  const out = Map.groupBy(edges, ({ from }) => from)
  const into = Map.groupBy(edges, ({ to }) => to)
  const nodes = Array.from({ length: size }, (_, i) => ({
    ...{ id: `n${i}`, iri: `urn:playground:${i}`, label: `Z_NODE_${i}`, kind: 'custom_object', type: 'CLAS', depth: 0 },
    ...placeOf(i, next),
    degree_in: into.get(`n${i}`)?.length ?? 0,
    degree_out: out.get(`n${i}`)?.length ?? 0,
    rating: rating(CODES[Math.floor(next() * CODES.length)]!),
  }))
  return { nodes, edges }
}

/** Clusters along a spiral, similar to the layout of the server. */
function placeOf(i: number, next: () => number): { x: number; y: number } {
  const turn = Math.floor(i / 30)
  const [angle, away] = [turn * 2.4, Math.sqrt(turn) * 60]
  return {
    x: Math.cos(angle) * away + (next() - 0.5) * 80,
    y: Math.sin(angle) * away + (next() - 0.5) * 80,
  }
}

/** Pseudorandom numbers between 0 and 1 from a seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
