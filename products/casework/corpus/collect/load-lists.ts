// Loads lists on request: from a folder, or from the addresses in the packs. Ignores the collector's configured mode.
import type { Casework } from '../../deps.ts'
import { sourcesOf } from '../sources.ts'
import { type Collected, collectSource } from './collect-source.ts'
import { readMirror } from './mirror.ts'
import { openIndexesOf } from './online.ts'

export interface LoadOrder {
  /** Fetches from the addresses if absent. */
  folder?: string
  report(done: number, total: number, name: string, found: Collected): void
  signal: AbortSignal
}

/** Counts sources with changes and failures. A folder may hold only some of the lists. */
export async function loadLists(deps: Casework, { folder, report, signal }: LoadOrder) {
  const from = withMode(deps, folder)
  const mirror = folder ? await readMirror(folder) : []
  const indexes = openIndexesOf(from, signal)
  const sources = sourcesOf(deps).filter(({ source }) => source.complete)
  const sum = { changed: 0, failed: 0, missing: 0 }
  for (const [at, sourced] of sources.entries()) {
    signal.throwIfAborted()
    const found = await collectSource(from, sourced, { mode: 'changed', mirror, indexes, signal })
    if (found.changed > 0) sum.changed++
    if (folder && found.error?.class === 'network') sum.missing++
    else if (found.error) sum.failed++
    report(at + 1, sources.length, sourced.source.id, found)
  }
  return sum
}

/** The dependencies with the collector's mode overridden. */
export const withMode = (deps: Casework, folder: string | undefined): Casework => ({
  ...deps,
  config: { ...deps.config, casework: { ...deps.config.casework, mirrorDir: folder, online: folder === undefined } },
})
