// Its own chunk: WebGL is loaded only where a graph is looked at.
import { useEffect, useImperativeHandle, useRef } from 'react'
import { plural } from '../../../ui/format.ts'
import { type Drawing, drawGraph } from './draw-graph.ts'
import type { GraphData } from './graph-model.ts'

interface Props {
  data: GraphData
  codes: readonly string[]
  marked: ReadonlySet<string>
  selected: string | undefined
  onSelect(id: string | undefined): void
  handle: React.Ref<Drawing | undefined>
}

export default function GraphCanvas({ data, codes, marked, selected, onSelect, handle }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const select = useRef(onSelect)
  select.current = onSelect
  useImperativeHandle(handle, () => drawing.current)
  useEffect(() => {
    drawing.current = drawGraph(place.current!, data, { codes, marked, onSelect: (id) => select.current(id) })
    return () => drawing.current?.end()
  }, [data, codes, marked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing has to be told as well
  useEffect(() => drawing.current?.select(selected), [selected, data, codes, marked])

  const onKeyDown = (event: React.KeyboardEvent) => {
    const current = drawing.current
    if (!current || event.metaKey || event.ctrlKey) return
    if (event.key === 'Escape') onSelect(undefined)
    else if (event.key === '+' || event.key === '=') current.zoom('in')
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
      aria-label={`Graph of ${plural(data.nodes.length, 'node')} and ${plural(data.edges.length, 'edge')}. Arrows go from node to node, with Shift they move the picture; plus and minus zoom. The list holds the same.`}
      className="absolute inset-0 -outline-offset-2"
      onKeyDown={onKeyDown}
    />
  )
}
