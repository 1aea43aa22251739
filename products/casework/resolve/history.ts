// The history of an artifact from release to release, in the order of the pack's targets. Pure.
import type { Change } from '@veritrace/contract/casework/resolve'
import type { FactRow, SuccessorRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type Catalog, readLists } from '../rating/lists.ts'

interface Said {
  facts: readonly FactRow[]
  edges: readonly SuccessorRow[]
}

interface Step {
  profile_id: string
  before: string
  after: string
}

/** Compares consecutive targets of one edition, such as `s4_private:…`, by their first list. */
export const historyOf = (catalog: Catalog, targets: readonly TargetProfile[], said: Said): Change[] =>
  stepsOf(catalog, targets).flatMap(({ profile_id, before, after }) =>
    changesOf(profile_id, stateIn(said, before), stateIn(said, after)),
  )

function stepsOf(catalog: Catalog, targets: readonly TargetProfile[]): readonly Step[] {
  const known = steps.get(catalog)
  if (known) return known
  const seen = new Set<string>()
  const found = editionsOf(targets).flatMap((edition) => {
    const lists = edition.flatMap(({ profile_id, lists }) => {
      const entry = catalog.entries.get(lists[0]?.list ?? '')
      return entry ? [{ profile_id, entry: entry.id }] : []
    })
    return lists.slice(1).flatMap(({ profile_id, entry: after }, place) => {
      const before = lists[place]!.entry
      // Two editions may use the same lists.
      if (seen.has(`${before} ${after}`)) return []
      seen.add(`${before} ${after}`)
      return [{ profile_id, before, after }]
    })
  })
  steps.set(catalog, found)
  return found
}
/** A catalog belongs to one pack and is valid for a second. */
const steps = new WeakMap<Catalog, readonly Step[]>()

const editionsOf = (targets: readonly TargetProfile[]): TargetProfile[][] => [
  ...Map.groupBy(targets, ({ profile_id }) => profile_id.split(':')[0]).values(),
]

interface Stand {
  state: string
  successors: string
}

function stateIn({ facts, edges }: Said, entry: string): Stand | undefined {
  const fact = facts.find(({ entry_id }) => entry_id === entry)
  if (!fact) return undefined
  const after = edges
    .filter(({ entry_id }) => entry_id === entry)
    .map(({ successor_type, successor_key }) => `${successor_type}:${successor_key}`)
  return {
    state: fact.state,
    successors: [...new Set(after), ...(fact.concept ? [fact.concept] : [])].sort().join(', '),
  }
}

function changesOf(profile_id: string, before: Stand | undefined, after: Stand | undefined): Change[] {
  if (!before && !after) return []
  if (!before) return [{ profile_id, change: 'added', to: after!.state }]
  if (!after) return [{ profile_id, change: 'removed', from: before.state }]
  const changes: Change[] = []
  if (before.state !== after.state) changes.push({ profile_id, change: 'state', from: before.state, to: after.state })
  if (before.successors !== after.successors)
    changes.push({ profile_id, change: 'successors', from: before.successors, to: after.successors })
  return changes
}

export interface Stated {
  profile_id: string
  list: string
  fact: FactRow
}

/** The state in each list: lists of this target first, then those that only other targets read. */
export function statesOf(
  catalog: Catalog,
  targets: readonly TargetProfile[],
  target: TargetProfile,
  facts: readonly FactRow[],
): Stated[] {
  return orderOf(catalog, targets, target).flatMap(({ entry, ...place }) => {
    const fact = facts.find(({ entry_id }) => entry_id === entry)
    return fact ? [{ ...place, fact }] : []
  })
}

type Place = Omit<Stated, 'fact'> & { entry: string }
const orders = new WeakMap<Catalog, Map<TargetProfile, readonly Place[]>>()

function orderOf(catalog: Catalog, targets: readonly TargetProfile[], target: TargetProfile): readonly Place[] {
  const known = orders.get(catalog) ?? new Map<TargetProfile, readonly Place[]>()
  orders.set(catalog, known)
  const places = known.get(target) ?? findOrder(catalog, targets, target)
  known.set(target, places)
  return places
}

function findOrder(catalog: Catalog, targets: readonly TargetProfile[], target: TargetProfile): Place[] {
  const seen = new Set<string>()
  return [target, ...targets].flatMap((one) =>
    readLists(catalog, one).flatMap(({ list, entry }) => {
      if (seen.has(list)) return []
      seen.add(list)
      return [{ profile_id: one.profile_id, list, entry: entry.id }]
    }),
  )
}
