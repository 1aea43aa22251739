// Memory per statement in the server, compared with Oxigraph in this thread.

import type { Result } from './benches.ts'
import type { GraphServer } from './graph-client.ts'

/** The server stores one copy plus its own data. */
const LEAST_SHARE = 0.5

/** Resident memory, as the process reports it. */
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
