// An in-memory source for tests, in place of PostgreSQL.
import type { Change, Delta, ProjectionSource } from './engine.ts'
import { partsOf } from './oxigraph/lines.ts'

export interface MemorySource extends ProjectionSource {
  /** Commits a change and assigns its `seq`. */
  commit(workspace: string, delta: Partial<Delta>): Change
  lines(workspace: string): string[]
  /** How often a workspace was loaded, and how often its changes were read. */
  loads: number
  reads: number
  /** Forgets changes up to and including `seq`. */
  sweep(workspace: string, seq: number): void
  /** Another, empty source. */
  fresh(): MemorySource
}

export function memorySource(chunkSize = 1_000): MemorySource {
  const workspaces = new Map<string, { lines: Set<string>; changes: Change[]; swept: number }>()
  const get = (workspace: string) => {
    const found = workspaces.get(workspace) ?? { lines: new Set<string>(), changes: [], swept: 0 }
    workspaces.set(workspace, found)
    return found
  }
  return {
    loads: 0,
    reads: 0,
    fresh: () => memorySource(chunkSize),
    commit(workspace, { added = [], removed = [] }) {
      const { lines, changes } = get(workspace)
      for (const line of removed) lines.delete(line)
      for (const line of added) lines.add(line)
      const change = { seq: changes.length + 1, added, removed }
      changes.push(change)
      return change
    },
    lines: (workspace) => [...get(workspace).lines].sort(),
    async load(workspace) {
      this.loads += 1
      const { lines, changes } = get(workspace)
      const text = [...lines].map((line) => `${line}\n`).join('')
      return { seq: changes.length, chunks: cut(text, chunkSize) }
    },
    async changes(workspace, after) {
      this.reads += 1
      const { changes, swept } = get(workspace)
      return after < swept ? [{ seq: -1, added: [], removed: [] }] : changes.slice(after)
    },
    sweep(workspace, seq) {
      get(workspace).swept = seq
    },
    async siblingLiterals(workspace, lines) {
      const places = new Set(lines.map(placeOf))
      return [...get(workspace).lines].filter(
        (line) => partsOf(line).object.startsWith('"') && places.has(placeOf(line)),
      )
    },
  }
}

async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

function placeOf(line: string): string {
  const { subject, predicate, graph } = partsOf(line)
  return `${subject} ${predicate} ${graph}`
}
