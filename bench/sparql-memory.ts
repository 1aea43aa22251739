// What a statement takes in the memory of the server, and in that of Oxigraph in this thread.
import type { GraphServer } from './graph-client.ts'
import type { Result } from './run.ts'

/** Ours are one copy and what belongs to it. */
const LEAST_SHARE = 0.5

/** What the process takes, as it tells itself. */
export async function residentBytes({ url }: GraphServer): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

export function memoryOf(statements: number, ours: number, load: () => { free(): void }): Result {
  const before = process.memoryUsage.rss()
  const store = load()
  const bare = process.memoryUsage.rss() - before
  store.free()
  const each = (bytes: number) => `${Math.round(bytes / statements)} bytes`
  return {
    what: 'memory of a statement: Oxigraph in thread / ours',
    ratio: bare / ours,
    target: LEAST_SHARE,
    detail: `${each(ours)}, in thread ${each(bare)}`,
  }
}
