import { useMemo, useState } from 'react'
import type { GraphData } from './graph-model.ts'

/** `toggle` inverts the selection of each node. */
export type Choosing = 'replace' | 'add' | 'toggle'

const NONE: ReadonlySet<string> = new Set()

/** The selected nodes and the hidden nodes of a graph. */
export function useChosen(data: GraphData) {
  const [marked, mark] = useState(NONE)
  const [hidden, setHidden] = useState(NONE)
  const shown = useMemo(() => without(data, hidden), [data, hidden])
  // The graph may have changed since the selection.
  const chosen = useMemo(() => {
    const present = new Set(shown.nodes.map(({ id }) => id))
    return marked.isSubsetOf(present) ? marked : marked.intersection(present)
  }, [shown, marked])
  return {
    shown,
    chosen,
    hidden: data.nodes.length - shown.nodes.length,
    choose: (ids: readonly string[], how: Choosing) => {
      const named = new Set(ids)
      mark(how === 'replace' ? named : how === 'add' ? chosen.union(named) : chosen.symmetricDifference(named))
    },
    clear: () => mark(NONE),
    hide: () => setHidden(hidden.union(chosen)),
    showAll: () => setHidden(NONE),
  }
}
export type Chosen = ReturnType<typeof useChosen>

const without = (data: GraphData, hidden: ReadonlySet<string>): GraphData =>
  hidden.size === 0
    ? data
    : {
        nodes: data.nodes.filter(({ id }) => !hidden.has(id)),
        edges: data.edges.filter(({ from, to }) => !hidden.has(from) && !hidden.has(to)),
      }

/** The nodes with these ids, and the edges between them. */
export const onlyThese = (data: GraphData, ids: ReadonlySet<string>): GraphData => ({
  nodes: data.nodes.filter(({ id }) => ids.has(id)),
  edges: data.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
})
