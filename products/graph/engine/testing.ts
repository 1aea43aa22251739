// A source in memory, for tests: what PostgreSQL is to the real one.
import type { Change, Delta, Source } from './engine.ts'

export interface MemorySource extends Source {
  /** Commits a change and gives it its number. */
  commit(workspace: string, delta: Partial<Delta>): Change
  lines(workspace: string): string[]
  /** How often a workspace was read whole, and how often its changes. */
  loads: number
  reads: number
}

export function memorySource(chunkSize = 1_000): MemorySource {
  const workspaces = new Map<string, { lines: Set<string>; changes: Change[] }>()
  const get = (workspace: string) => {
    const found = workspaces.get(workspace) ?? { lines: new Set(), changes: [] }
    workspaces.set(workspace, found)
    return found
  }
  return {
    loads: 0,
    reads: 0,
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
      return get(workspace).changes.slice(after)
    },
  }
}

async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
