// Runs an extraction: source by source, with progress. A source that fails does not stop the others.
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import { cutText } from '@veritrace/platform/text'
import type { Casework } from '../../deps.ts'
import { REEVALUATE } from '../../model/run-order.ts'
import { finishWork, progressWork, startWork } from '../../work/work-store.ts'
import { failAbandoned, listEntriesById } from '../entry-store.ts'
import { importPublished } from '../published/import-published.ts'
import { published } from '../published/published.ts'
import { collectedOf, isGraph, modeOf } from '../sources.ts'
import { type Collected, collectSource } from './collect-source.ts'
import { withMode } from './load-lists.ts'
import { type Mirror, readMirror } from './mirror.ts'
import { openIndexesOf } from './online.ts'
import { SourceFailed } from './piece.ts'
import { type ExtractInput, nameOf } from './request-extract.ts'
import { rereadEntry } from './reread-entry.ts'

const ABANDONED_MS = 30 * 60_000

interface Sum {
  fetched: number
  changed: number
  rejected: number
  failed: number
  missing: number
}

export async function runExtract(deps: Casework, workId: string, signal: AbortSignal): Promise<void> {
  const work = await startWork(deps.db, workId, deps.clock.now())
  if (!work) return
  const input = work.input as unknown as ExtractInput
  await failAbandoned(deps.db, input.space, new Date(deps.clock.now().getTime() - ABANDONED_MS))
  const tasks = await tasksOf(input.online ? withMode(deps, undefined) : deps, input, signal)
  const sum: Sum = { fetched: 0, changed: 0, rejected: 0, failed: 0, missing: 0 }
  const errors: CaseJob['errors'] = []
  await progressWork(deps.db, workId, { done: 0, total: tasks.length })
  let isWanted = true
  for (const [done, { name, isOptional, run }] of tasks.entries()) {
    const { error, ...collected } = await run()
    for (const field of ['fetched', 'changed', 'rejected'] as const) sum[field] += collected[field]
    const isMissing = error?.class === 'network' && isOptional
    if (isMissing) sum.missing++
    else if (error) {
      sum.failed++
      errors.push({ code: error.class, detail: cutText(`${name}: ${error.detail}`, 500) })
    }
    isWanted = await progressWork(deps.db, workId, { done: done + 1, stats: { ...sum } })
    if (!isWanted) break
  }
  const ending = sum.failed === 0 ? 'succeeded' : sum.failed < tasks.length ? 'partial' : 'failed'
  // Cases that used the earlier version are evaluated again.
  if (sum.changed > 0) await deps.jobs.add(deps.db, REEVALUATE, {}, { key: REEVALUATE })
  if (!isWanted) return
  await finishWork(deps.db, workId, ending, { stats: { ...sum }, errors: errors.slice(0, 50) }, deps.clock.now())
}

interface Task {
  name: string
  /** A missing file is not a failure: a mirror may hold only some lists, and a graph is optional. */
  isOptional: boolean
  run(): Promise<Collected>
}

async function tasksOf(deps: Casework, input: ExtractInput, signal: AbortSignal): Promise<Task[]> {
  const sources = collectedOf(deps).filter((sourced) => input.sources.includes(nameOf(sourced)))
  const mirror = sources.length > 0 ? await openMirror(deps) : []
  const indexes = openIndexesOf(deps, signal)
  const entries = await listEntriesById(deps.db, input.spaces, input.entries)
  const { lists } = published()
  const shipped = (input.published ?? []).flatMap((name) =>
    lists.filter(({ pack, list_id }) => `${pack}/${list_id}` === name),
  )
  return [
    ...shipped.map((list) => ({
      name: list.list_id,
      isOptional: false,
      run: () => importPublished(deps, list, signal),
    })),
    ...sources.map((sourced) => ({
      name: sourced.source.id,
      isOptional: modeOf(deps) !== 'online' || isGraph(sourced.source),
      run: () => collectSource(deps, sourced, { mode: input.mode, mirror, indexes, signal }),
    })),
    ...entries.map((entry) => ({
      name: entry.id,
      isOptional: false,
      run: () => rereadEntry(deps, entry, input.mode, signal),
    })),
  ]
}

/** An unreadable mirror counts as empty, so every source reports its file as missing. */
async function openMirror({ config, log }: Casework): Promise<Mirror> {
  const { mirrorDir } = config.casework
  if (!mirrorDir) return []
  return readMirror(mirrorDir).catch((error) => {
    if (!(error instanceof SourceFailed)) throw error
    log.warn({ reason: error.message }, 'the mirror cannot be read')
    return []
  })
}
