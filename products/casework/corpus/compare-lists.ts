// Compares two lists, or two versions of one, for all objects or only those that a project uses.
import type { CorpusComparison, CorpusEntry } from '@veritrace/contract/casework/corpus'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { estateOf } from '../estate/estate-of.ts'
import type { Scope } from '../model/space.ts'
import type { EntryRow } from '../model/tables.ts'
import { currentLists } from '../rating/current-lists-store.ts'
import { type Change, countDifferences, type Narrowed, pageDifferences, type Transition } from './diff-store.ts'
import { findEntry } from './entry-store.ts'
import { hasFacts, viewEntries } from './read-corpus.ts'
import { spacesOf } from './spaces.ts'
import { viewDifference } from './view.ts'

export interface ComparisonQuery {
  from: string
  to: string
  pack?: string
  project_id?: string
  change?: Change
  from_state?: string
  to_state?: string
  cursor?: string
  limit: number
}

export async function compareLists(deps: Casework, scope: Scope, query: ComparisonQuery): Promise<CorpusComparison> {
  const { pack } = await deps.packs.of(scope, query.pack)
  const lists = await currentLists(deps.db, spacesOf(deps, scope), pack.ref.id)
  const find = async (name: string): Promise<EntryRow> => {
    const entry =
      lists.find(({ list_id }) => list_id === name) ?? (await findEntry(deps.db, spacesOf(deps, scope), name))
    if (entry && !hasFacts(entry)) fail('gone', `The facts of ${name} have been deleted.`)
    return entry ?? notFound('entry', name)
  }
  const [from, to] = [await find(query.from), await find(query.to)]
  const narrowed: Narrowed = {
    ...(query.change && { filter: query.change }),
    ...(query.from_state && { from_state: query.from_state }),
    ...(query.to_state && { to_state: query.to_state }),
    ...(query.project_id && { only: (await estateOf(deps, scope, query.project_id)).references }),
  }
  const { cursor, limit } = query
  const transitions = await countDifferences(deps.db, from.id, to.id, narrowed.only)
  const page = await pageDifferences(deps.db, from.id, to.id, { ...narrowed, limit, ...(cursor && { cursor }) })
  const [fromView, toView] = await viewEntries(deps, scope, [from, to])
  return {
    from: fromView!,
    to: toView!,
    counts: {
      added: sum(transitions, { filter: 'added' }),
      removed: sum(transitions, { filter: 'removed' }),
      state: sum(transitions, { filter: 'state' }),
      successors: sum(transitions, { filter: 'successors' }),
    },
    transitions,
    items: page.items.map(viewDifference),
    next: page.next,
    total: sum(transitions, narrowed),
    warnings: [fromView!, toView!].flatMap(gapsIn),
  }
}

/** An object that an incomplete list leaves out looks as if it were added or removed. */
const gapsIn = ({ title, completeness, counts }: CorpusEntry): string[] =>
  completeness === 'complete'
    ? []
    : [
        `“${title}” ${completeness === 'sample' ? 'is a sample' : 'may be incomplete'} (${counts.artifacts} objects): objects shown as added or removed may only be missing from it.`,
      ]

const sum = (transitions: readonly Transition[], { filter, from_state, to_state }: Narrowed): number =>
  transitions
    .filter(({ change }) => !filter || change === filter)
    .filter((transition) => !from_state || transition.from_state === from_state)
    .filter((transition) => !to_state || transition.to_state === to_state)
    .reduce((total, { count }) => total + count, 0)
