// A source in memory, for tests: what PostgreSQL is to the real one.
import type { Change, Delta, ProjectionSource } from './engine.ts'
import { partsOf } from './oxigraph/lines.ts'

export interface MemorySource extends ProjectionSource {
  /** Commits a change and gives it its number. */
  commit(workspace: string, delta: Partial<Delta>): Change
  lines(workspace: string): string[]
  /** How often a workspace was read whole, and how often its changes. */
  loads: number
  reads: number
  /** Forgets the changes up to that one. */
  sweep(workspace: string, seq: number): void
  /** Another one, empty. */
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
    async literalsBeside(workspace, lines) {
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
