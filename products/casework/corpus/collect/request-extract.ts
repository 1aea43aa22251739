// Queues work that fetches and reads sources: at most one job at a time for each source.
import type { ExtractOrder } from '@veritrace/contract/casework/corpus'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { INSTALLATION } from '@veritrace/platform/threads/pool'
import type { Casework } from '../../deps.ts'
import { scopeOf } from '../../model/scope.ts'
import type { Scope } from '../../model/space.ts'
import { viewWork } from '../../work/view.ts'
import { addWork, listOpenWork } from '../../work/work-store.ts'
import { listCurrentOfSource, listEntriesById } from '../entry-store.ts'
import type { PublishedList } from '../published/published.ts'
import { lockSources } from '../source-store.ts'
import { collectedOf, type Sourced, sourceKey } from '../sources.ts'
import { spacesOf } from '../spaces.ts'

export const EXTRACT = 'casework-extract'

/** Input of the job; jobs with overlapping inputs are refused. */
export interface ExtractInput {
  space: string
  /** Spaces of the entries. */
  spaces: string[]
  mode: ExtractOrder['mode']
  /** `clean-core/sap-classic` */
  sources: string[]
  entries: string[]
  /** Fetch from the addresses of the sources, ignoring the collector's mode. */
  online?: true
  /** Lists that ship: `clean-core/classic`. */
  published?: string[]
}
export const nameOf = ({ pack, source }: Sourced): string => `${pack.ref.id}/${source.id}`

export async function requestExtract(deps: Casework, caller: Caller, order: ExtractOrder) {
  const scope = scopeOf(caller)
  const given = await listGiven(deps, scope, order.entry_ids ?? [])
  const chosen = order.entry_ids && !order.source_ids && !order.kinds ? [] : chooseSources(deps, order)
  const stored = order.fetch ? [] : await listStored(deps, chosen)
  const input: ExtractInput = {
    space: deps.corpusSpace,
    spaces: spacesOf(deps, scope),
    mode: order.mode,
    sources: order.fetch ? chosen.map(nameOf) : [],
    entries: [...new Set([...given, ...stored])],
    ...(order.online && { online: true as const }),
  }
  return transact(deps.db, async (tx) => {
    await lockSources(
      tx,
      chosen.map((sourced) => sourceKey(deps.corpusSpace, sourced)),
    )
    await refuseOverlap(tx, input)
    const work = await enqueue(deps, tx, input, scope, caller.actor.label)
    await deps.events.record(tx, caller, {
      action: 'corpus.extract',
      resource: { type: 'job', id: work.id, label: 'Corpus extraction' },
      ...(order.reason && { reason: order.reason }),
    })
    return { job: viewWork(work), accepted: { sources: chosen.length, entries: input.entries.length } }
  })
}

/** Queues a refresh for the installation, unless overlapping work is already open. */
export const queueRefresh = (
  deps: Casework,
  chosen: readonly Sourced[],
  lists: readonly PublishedList[] = [],
): Promise<void> =>
  transact(deps.db, async (tx) => {
    if (chosen.length === 0 && lists.length === 0) return
    await lockSources(
      tx,
      chosen.map((sourced) => sourceKey(deps.corpusSpace, sourced)),
    )
    const space = deps.corpusSpace
    const given = { sources: chosen.map(nameOf), published: lists.map(({ pack, list_id }) => `${pack}/${list_id}`) }
    const input: ExtractInput = { space, spaces: [space], mode: 'changed', entries: [], ...given }
    if (!(await findOverlap(tx, input))) await enqueue(deps, tx, input, null, 'system')
  })

async function listGiven(deps: Casework, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const entries = await listEntriesById(deps.db, spacesOf(deps, scope), ids)
  const missing = ids.find((id) => !entries.some((entry) => entry.id === id))
  return missing === undefined ? entries.map(({ id }) => id) : notFound('entry', missing)
}

function chooseSources(deps: Casework, { source_ids, kinds }: ExtractOrder): Sourced[] {
  const all = collectedOf(deps)
  const missing = source_ids?.find((id) => !all.some(({ source }) => source.id === id))
  if (missing !== undefined) notFound('corpus_source', missing)
  return all.filter(
    ({ source }) => (!source_ids || source_ids.includes(source.id)) && (!kinds || kinds.includes(source.kind)),
  )
}

async function listStored(deps: Casework, chosen: readonly Sourced[]): Promise<string[]> {
  const entries = await Promise.all(
    chosen.map((sourced) => listCurrentOfSource(deps.db, sourceKey(deps.corpusSpace, sourced))),
  )
  return entries.flat().map(({ id }) => id)
}

async function refuseOverlap(tx: Casework['db'], input: ExtractInput): Promise<void> {
  const running = await findOverlap(tx, input)
  if (running) fail('job_in_progress', `${running} is already working on some of these sources.`, { job_id: running })
}

async function findOverlap(tx: Casework['db'], input: ExtractInput): Promise<string | undefined> {
  const open = await listOpenWork(tx, 'extract')
  return open.find((work) => {
    const other = work.input as unknown as ExtractInput
    const share = (a: readonly string[], b: readonly string[]): boolean => a.some((name) => b.includes(name))
    const pairs = [
      [other.sources, input.sources],
      [other.entries, input.entries],
      [other.published ?? [], input.published ?? []],
    ] as const
    return other.space === input.space && pairs.some(([theirs, ours]) => share(theirs, ours))
  })?.id
}

async function enqueue(deps: Casework, tx: Casework['db'], input: ExtractInput, scope: Scope | null, by: string) {
  const id = newId('job')
  const unit = input.sources.length > 0 ? 'sources' : input.published?.length ? 'lists' : 'entries'
  const order = { id, kind: 'extract' as const, scope, requestedBy: by, unit, input: { ...input } }
  const work = await addWork(tx, order, deps.clock.now())
  await deps.jobs.add(tx, EXTRACT, { tenant: scope?.tenant ?? INSTALLATION, work_id: id }, { key: id })
  return work
}
