// Entries as a member of a workspace sees them: its own and the shared ones.
import type { CorpusEntry, CorpusEntryDetail } from '@veritrace/contract/casework/corpus'
import { notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { contextOfEntry } from '../knowledge/entry-context.ts'
import { contextIri } from '../knowledge/rules.ts'
import { findContext } from '../knowledge/store.ts'
import type { Scope } from '../model/space.ts'
import type { EntryRow } from '../model/tables.ts'
import { currentLists } from '../rating/current-lists-store.ts'
import { type Change, countDifferences, diffEntries } from './diff-store.ts'
import { type EntryQuery, findEntry, listEntries, listSuccessorsOf } from './entry-store.ts'
import { countSuccessors } from './fact-store.ts'
import { agesOf, type Freshness } from './rules.ts'
import { sourcesOf } from './sources.ts'
import { spacesOf } from './spaces.ts'
import { viewDifference, viewEntry } from './view.ts'

const MAX_DIFFERENCES = 200

export async function readEntries(
  deps: Casework,
  scope: Scope,
  { freshness, ...query }: EntryQuery & { freshness?: Freshness },
): Promise<{ items: CorpusEntry[]; next: string; total: number | null }> {
  const ages = freshness ? agesOf(freshness, deps.clock.now()) : {}
  const { items, ...page } = await listEntries(deps.db, spacesOf(deps, scope), { ...query, ...ages })
  return { items: await viewEntries(deps, scope, items), ...page }
}

export async function readEntry(
  deps: Casework,
  scope: Scope,
  id: string,
  filter: Change | undefined,
): Promise<CorpusEntryDetail> {
  const spaces = spacesOf(deps, scope)
  const row = (await findEntry(deps.db, spaces, id)) ?? notFound('entry', id)
  const [view] = await viewEntries(deps, scope, [row])
  const before = row.supersedes === null ? undefined : await findEntry(deps.db, spaces, row.supersedes)
  const isCompared = before && hasFacts(before) && hasFacts(row)
  const lists = await currentLists(deps.db, spaces, row.pack_id)
  return {
    ...view!,
    rejected_sample: row.rejected,
    diff: isCompared
      ? (await diffEntries(deps.db, before.id, row.id, { ...(filter && { filter }), limit: MAX_DIFFERENCES })).map(
          viewDifference,
        )
      : [],
    transitions: isCompared ? await countDifferences(deps.db, before.id, row.id) : [],
    successors: await successorsOf(deps, row, lists),
    ...(await graphOf(deps, row)),
    log: row.log,
  }
}

/** Counts edges as in the file, including repeated edges, which are stored only once. */
async function successorsOf({ db }: Casework, { id, counts }: EntryRow, lists: readonly EntryRow[]) {
  const { edges, unresolved } = await countSuccessors(db, id, [id, ...lists.map((list) => list.id)])
  const repeated = edges > 0 ? (counts.repeated ?? 0) : 0
  return { edges: edges + repeated, repeated, unresolved }
}

/** The entry's context in the graph, and its dataset if the graph catalog has one. */
async function graphOf(deps: Casework, row: EntryRow): Promise<Pick<CorpusEntryDetail, 'context_id' | 'dataset_id'>> {
  const context = row.is_current ? await contextOfEntry(deps, row) : undefined
  if (!context) return { context_id: null, dataset_id: null }
  const known = await findContext(deps.db, context)
  return { context_id: contextIri(context), dataset_id: known?.dataset_id ?? null }
}

/** Retired entries have lost their facts; only the row remains. */
export const hasFacts = ({ status }: EntryRow): boolean => status !== 'retired'

export async function viewEntries(deps: Casework, scope: Scope, rows: readonly EntryRow[]): Promise<CorpusEntry[]> {
  const ids = rows.map(({ id }) => id)
  const around = {
    now: deps.clock.now(),
    corpusSpace: deps.corpusSpace,
    sources: sourcesOf(deps),
    supersededBy: await listSuccessorsOf(deps.db, spacesOf(deps, scope), ids),
  }
  return rows.map((row) => viewEntry(row, around))
}
