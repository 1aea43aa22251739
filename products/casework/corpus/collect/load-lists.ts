// Lists brought by hand: from a folder, or from the addresses that the packs name, whatever the collector is set to.
import type { Casework } from '../../deps.ts'
import { sourcesOf } from '../sources.ts'
import { type Collected, collectSource } from './collect-source.ts'
import { readMirror } from './mirror.ts'
import { openIndexesOf } from './online.ts'

export interface LoadOrder {
  /** Without one they are fetched. */
  folder?: string
  tell(done: number, total: number, name: string, found: Collected): void
  signal: AbortSignal
}

/** How many sources had something new, and how many failed. A folder need not hold all. */
export async function loadLists(deps: Casework, { folder, tell, signal }: LoadOrder) {
  const from = reading(deps, folder)
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
    tell(at + 1, sources.length, sourced.source.id, found)
  }
  return sum
}

/** As if it were set so. */
export const reading = (deps: Casework, folder: string | undefined): Casework => ({
  ...deps,
  config: { ...deps.config, casework: { ...deps.config.casework, mirrorDir: folder, online: folder === undefined } },
})
