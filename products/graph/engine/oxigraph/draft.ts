// The changes of an update request while it is evaluated. The store is touched only when another operation has to see
// them, since it never frees what was removed from it.
import { type Dataset, type Delta, EngineError } from '../engine.ts'
import { addLines, type Cell, present, removeLines, spelledAs } from './cell.ts'
import { partsOf } from './lines.ts'
import { respelled } from './spelling.ts'

export interface Draft {
  /** Removes, then adds. Lines that are not there to remove, or there already to add, change nothing. */
  change(remove: Iterable<string>, add: Iterable<string>): void
  /** Makes the changes visible in the store for the next operation. */
  settle(): void
  /** Every graph that is written passes here. */
  requireScope(graph: string): void
  requireReadable(graph: string): void
  /** Undoes all in the store and gives the net change. */
  close(): Delta
}

interface Net {
  added: Set<string>
  removed: Set<string>
}

interface DraftOptions {
  dataset: Dataset
  readOnlyGraphs: readonly string[]
  maxChanges: number
}

export function openDraft(cell: Cell, { dataset, readOnlyGraphs, maxChanges }: DraftOptions): Draft {
  const inScope = new Set([...dataset.defaultGraphs, ...dataset.namedGraphs])
  const readable = inScope.union(new Set(readOnlyGraphs))
  /** Against the workspace; what of it is in the store; what is not. */
  const net: Net = { added: new Set(), removed: new Set() }
  const stored: Net = { added: new Set(), removed: new Set() }
  let waiting: Net = { added: new Set(), removed: new Set() }

  function requireReadable(graph: string): void {
    if (!readable.has(graph))
      throw new EngineError('scope', `The graph <${graph}> is outside the scope of the request.`)
  }

  function requireScope(graph: string): void {
    requireReadable(graph)
    if (!inScope.has(graph)) throw new EngineError('read_only', `The graph <${graph}> can only be read.`)
  }

  return {
    requireScope,
    requireReadable,
    change(remove, add) {
      const adding = [...add]
      const removing = [...remove]
      for (const graph of graphsOf([removing, adding])) requireScope(graph)
      const gone = linesMeant(cell, removing)
      const there = present(cell, adding)
      const added = new Set(adding.filter((line) => !there.has(line) || gone.has(line)))
      // What is removed and added again stays.
      waiting = { added: added.difference(gone), removed: gone.difference(added) }
      merge(net, waiting)
      if (net.added.size + net.removed.size > maxChanges)
        throw new EngineError('too_large', `The update changes more than ${maxChanges} statements.`)
    },
    settle() {
      removeLines(cell, [...waiting.removed])
      addLines(cell, [...waiting.added])
      merge(stored, waiting)
      waiting = { added: new Set(), removed: new Set() }
    },
    close() {
      removeLines(cell, [...stored.added])
      addLines(cell, [...stored.removed])
      return { added: [...net.added], removed: [...net.removed] }
    },
  }
}

/** A line that came from the store stands for all its spellings; one that was written in the request, for itself. */
function linesMeant(cell: Cell, lines: readonly string[]): Set<string> {
  const other = respelled(lines)
  const candidates = lines.flatMap((line) => (other.has(line) ? [line] : [...spelledAs(cell, line)]))
  return present(cell, candidates)
}

/** Adds a step to a net change: what comes back was never gone, what goes again never came. */
function merge(net: Net, step: Net): void {
  for (const line of step.removed) if (!net.added.delete(line)) net.removed.add(line)
  for (const line of step.added) if (!net.removed.delete(line)) net.added.add(line)
}

function graphsOf(lists: readonly (readonly string[])[]): Set<string> {
  const graphs = new Set<string>()
  for (const lines of lists) for (const line of lines) graphs.add(partsOf(line).graph.slice(1, -1))
  return graphs
}
