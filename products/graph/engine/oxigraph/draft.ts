// The changes of an update request while it is evaluated. They go into the store only when a later operation has to see
// them, because the store never frees removed entries.
import { type Dataset, type Delta, EngineError } from '../engine.ts'
import { partsOf } from './lines.ts'
import { addLines, present, removeLines, type Shard, spelledAs } from './shard.ts'
import { respelled } from './spelling.ts'

export interface Draft {
  /** Removes, then adds. Removing a missing line or adding an existing line changes nothing. */
  change(remove: Iterable<string>, add: Iterable<string>): void
  /** Writes the changes to the store so that the next operation sees them. */
  settle(): void
  /** Called for every graph that is written to. */
  requireScope(graph: string): void
  requireReadable(graph: string): void
  /** Rolls the store back and returns the net change. */
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

export function openDraft(shard: Shard, { dataset, readOnlyGraphs, maxChanges }: DraftOptions): Draft {
  const inScope = new Set([...dataset.defaultGraphs, ...dataset.namedGraphs])
  const readable = inScope.union(new Set(readOnlyGraphs))
  /** Changes against the workspace: all of them, those already in the store, and those not yet in the store. */
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
      const gone = linesMeant(shard, removing)
      const there = present(shard, adding)
      const added = new Set(adding.filter((line) => !there.has(line) || gone.has(line)))
      // A line that is removed and added again stays.
      waiting = { added: added.difference(gone), removed: gone.difference(added) }
      merge(net, waiting)
      if (net.added.size + net.removed.size > maxChanges)
        throw new EngineError('too_large', `The update changes more than ${maxChanges} statements.`)
    },
    settle() {
      removeLines(shard, [...waiting.removed])
      addLines(shard, [...waiting.added])
      merge(stored, waiting)
      waiting = { added: new Set(), removed: new Set() }
    },
    close() {
      removeLines(shard, [...stored.added])
      addLines(shard, [...stored.removed])
      return { added: [...net.added], removed: [...net.removed] }
    },
  }
}

/** A line from the store means all its spellings; a line written in the request means only itself. */
function linesMeant(shard: Shard, lines: readonly string[]): Set<string> {
  const other = respelled(lines)
  const candidates = lines.flatMap((line) => (other.has(line) ? [line] : [...spelledAs(shard, line)]))
  return present(shard, candidates)
}

/** Adds a step to a net change. Adding a removed line, or removing an added one, cancels out. */
function merge(net: Net, step: Net): void {
  for (const line of step.removed) if (!net.added.delete(line)) net.removed.add(line)
  for (const line of step.added) if (!net.removed.delete(line)) net.added.add(line)
}

function graphsOf(lists: readonly (readonly string[])[]): Set<string> {
  const graphs = new Set<string>()
  for (const lines of lists) for (const line of lines) graphs.add(partsOf(line).graph.slice(1, -1))
  return graphs
}
