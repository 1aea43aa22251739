// A separate chunk, so that WebGL is loaded only with a graph.
import { useEffect, useImperativeHandle, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'
import { plural } from '../../../ui/format.ts'
import { type Drawing, drawGraph } from './draw-graph.ts'
import type { GraphData } from './graph-model.ts'
import type { Choosing } from './use-chosen.ts'

interface Props {
  data: GraphData
  codes: readonly string[]
  marked: ReadonlySet<string>
  selected: string | undefined
  onSelect(id: string | undefined): void
  chosen: ReadonlySet<string>
  onChoose(ids: readonly string[], how: Choosing): void
  /** True if dragging selects nodes instead of moving the graph. */
  isLasso: boolean
  handle: React.Ref<Drawing | undefined>
}

export default function GraphCanvas(props: Props) {
  const { data, codes, marked, selected, onSelect, chosen, onChoose, isLasso, handle } = props
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const latest = useRef(props)
  latest.current = props
  useImperativeHandle(handle, () => drawing.current)
  useEffect(() => {
    drawing.current = drawGraph(place.current!, data, {
      codes,
      marked,
      onSelect: (id) => latest.current.onSelect(id),
      isLasso: () => latest.current.isLasso,
      onChoose: (ids, how) => latest.current.onChoose(ids, how),
    })
    return () => drawing.current?.end()
  }, [data, codes, marked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing needs the selection too
  useEffect(() => drawing.current?.select(selected), [selected, data, codes, marked])

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => drawing.current?.choose(chosen), [chosen, data, codes, marked])

  const onKeyDown = (event: React.KeyboardEvent) => {
    const current = drawing.current
    if (!current) return
    if (event.metaKey || event.ctrlKey) {
      if (event.key !== 'a') return
      onChoose(
        data.nodes.map(({ id }) => id),
        'replace',
      )
    } else if (event.key === 'Escape') {
      if (chosen.size > 0) onChoose([], 'replace')
      else onSelect(undefined)
    } else if (event.key === ' ') {
      if (selected) onChoose([selected], 'toggle')
    } else if (event.key === '+' || event.key === '=') current.zoom('in')
    else if (event.key === '-') current.zoom('out')
    else if (event.key === '0') current.zoom('all')
    else if (event.shiftKey) {
      if (!current.pan(event.key)) return
    } else {
      const next = current.step(event.key)
      if (next === undefined) return
      onSelect(next)
    }
    event.preventDefault()
  }
  return (
    <div
      ref={place}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows, plus, minus and Escape work on it
      tabIndex={0}
      aria-roledescription="graph"
      aria-label={`Graph of ${plural(data.nodes.length, 'node')} and ${plural(data.edges.length, 'edge')}. Arrow keys move between nodes, and with Shift they move the graph. Plus and minus zoom. Space selects a node, and Control+A all nodes. The list contains the same nodes.`}
      className={cn('absolute inset-0 -outline-offset-2', isLasso && '[&_canvas]:cursor-crosshair')}
      onKeyDown={onKeyDown}
    />
  )
}
