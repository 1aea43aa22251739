// The lists that answers are currently based on. Every request needs them, so they are cached for a second.

import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import type { EntryRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { currentLists } from './current-lists-store.ts'
import { type EntryEdges, indexEdges } from './edges.ts'
import { listEdges, listTypes } from './facts-store.ts'
import type { Incomplete } from './inputs.ts'
import type { Lists } from './known.ts'

export type Asked = Pick<Casework, 'db' | 'clock' | 'corpusSpace'>

/** Every list that the workspace can read, whatever the target. */
export interface Catalog {
  entries: ReadonlyMap<string, EntryRow>
  byEntry: ReadonlyMap<string, EntryRow>
  digest: string
  /** By entry: the types of things in it. */
  types: ReadonlyMap<string, ReadonlySet<string>>
  /** By entry: the successors in it. */
  edges: ReadonlyMap<string, EntryEdges>
}

/** One list that a target reads, and its role in the rules. */
export interface ReadList {
  role: string
  list: string
  entry: EntryRow
}

const LIFETIME_MS = 1_000
const MAX_REMEMBERED = 1_000

export async function listsOf(deps: Asked, scope: Scope, active: ActivePack, target: TargetProfile): Promise<Lists> {
  const read = readLists(await catalogOf(deps, scope, active), target)
  return { entries: new Map(read.map(({ list, entry }) => [list, entry])), digest: digestOfLists(read) }
}

/** The available lists of a target, in the order in which it names them. */
export function readLists(catalog: Catalog, target: TargetProfile): readonly ReadList[] {
  const known = readListsCache.get(catalog) ?? new Map<TargetProfile, readonly ReadList[]>()
  readListsCache.set(catalog, known)
  const lists = known.get(target) ?? findLists(catalog, target)
  known.set(target, lists)
  return lists
}
/** An answer about one thing checks every target, and the same catalog is used for a second. */
const readListsCache = new WeakMap<Catalog, Map<TargetProfile, readonly ReadList[]>>()

function findLists(catalog: Catalog, target: TargetProfile): ReadList[] {
  const read = new Map<string, ReadList>()
  for (const { role, list } of target.lists)
    for (const id of list.endsWith('*') ? startingWith(catalog, list.slice(0, -1)) : [list]) {
      const entry = catalog.entries.get(id)
      if (entry && !read.has(id)) read.set(id, { role, list: id, entry })
    }
  return [...read.values()]
}

const startingWith = (catalog: Catalog, prefix: string): string[] =>
  [...catalog.entries.keys()].filter((id) => id.startsWith(prefix)).sort()

/** Whether the target can give answers: its first kind of list is loaded. */
export const isLoaded = (catalog: Catalog, target: TargetProfile): boolean =>
  !missingLists(catalog, target).includes(target.lists[0]?.list ?? '')

/**
 * Lists that a target reads but that are not loaded, if all lists of their role are missing. A single loaded list is enough for
 * its role. Lists that match a `*`, such as that of one partner, cover only their own names.
 */
export function missingLists(catalog: Catalog, target: TargetProfile): readonly string[] {
  const read = readLists(catalog, target)
  const named = target.lists.filter(({ list }) => !list.endsWith('*'))
  const countsForRole = ({ role, list }: { role: string; list: string }): boolean =>
    named.some((one) => one.list === list) || !named.some((one) => one.role === role)
  const there = new Set(read.filter(countsForRole).map(({ role }) => role))
  const isThere = ({ list }: { list: string }): boolean =>
    list.endsWith('*') && read.some((one) => one.list.startsWith(list.slice(0, -1)))
  return target.lists.filter((one) => !there.has(one.role) && !isThere(one)).map(({ list }) => list)
}

/** Whether absence from all lists is meaningful: all are loaded and complete, and they cover the type. */
export const covers = (catalog: Catalog, target: TargetProfile, type: string): boolean =>
  missingLists(catalog, target).length === 0 &&
  incompleteLists(catalog, target).length === 0 &&
  coversType(catalog, readLists(catalog, target), type)

/**
 * Loaded lists that may be incomplete: a sample, or a file that was read in part. A list that matches a `*`, such as that of
 * one partner, covers only its own names.
 */
const incompleteLists = (catalog: Catalog, target: TargetProfile): readonly ReadList[] =>
  readLists(catalog, target).filter(
    ({ list, entry }) => entry.completeness !== 'complete' && target.lists.some((asked) => asked.list === list),
  )

export const incompleteOf = (catalog: Catalog, target: TargetProfile): readonly Incomplete[] =>
  incompleteLists(catalog, target).map(({ list, entry }) => ({
    list,
    completeness: entry.completeness === 'sample' ? 'sample' : 'partial',
  }))

export const coversType = (catalog: Catalog, lists: readonly ReadList[], type: string): boolean =>
  lists.some(({ entry }) => catalog.types.get(entry.id)?.has(type))

interface Remembered {
  catalogs: Map<string, { until: number; catalog: Promise<Catalog> }>
  /** Entries never change once they are current, so their types and successors do not change either. */
  types: Map<string, ReadonlySet<string>>
  edges: Map<string, EntryEdges>
}
const memory = new WeakMap<object, Remembered>()

export function catalogOf(deps: Asked, scope: Scope, { pack }: ActivePack): Promise<Catalog> {
  const { catalogs } = memoryOf(deps)
  // The workspace's own lists override the shared ones.
  const spaces = [spaceOf(scope), deps.corpusSpace]
  const key = `${pack.ref.id} ${spaces.join(' ')}`
  const now = deps.clock.now().getTime()
  const known = catalogs.get(key)
  if (known && now < known.until) return known.catalog
  const catalog = readCatalog(deps, spaces, pack.ref.id)
  catalogs.delete(key)
  if (catalogs.size >= MAX_REMEMBERED) catalogs.delete(catalogs.keys().next().value!)
  catalogs.set(key, { until: now + LIFETIME_MS, catalog })
  catalog.catch(() => catalogs.delete(key))
  return catalog
}

/** Call after changing a list in this process. */
export const forgetLists = ({ db }: Pick<Asked, 'db'>): void => memory.get(db)?.catalogs.clear()

function memoryOf({ db }: Asked): Remembered {
  const known = memory.get(db) ?? { catalogs: new Map(), types: new Map(), edges: new Map() }
  memory.set(db, known)
  return known
}

const readCatalog = async (deps: Asked, spaces: readonly string[], pack: string): Promise<Catalog> =>
  catalogFrom(deps, await currentLists(deps.db, spaces, pack))

/** From these versions, one per list. */
export async function catalogFrom(deps: Asked, rows: readonly EntryRow[]): Promise<Catalog> {
  const entries = new Map(rows.map((row) => [row.list_id!, row]))
  const byEntry = new Map(rows.map((row) => [row.id, row]))
  const digest = digestOfLists([...entries].map(([list, entry]) => ({ list, entry })))
  await readEntries(deps, [...byEntry.keys()])
  const { types, edges } = memoryOf(deps)
  return { entries, byEntry, digest, types, edges }
}

export const digestOfLists = (lists: readonly Pick<ReadList, 'list' | 'entry'>[]): string =>
  digestOf(Object.fromEntries(lists.map(({ list, entry }) => [list, entry.content_hash])))

/** Reads each entry only once. */
async function readEntries(deps: Asked, ids: readonly string[]): Promise<void> {
  const { types, edges } = memoryOf(deps)
  const missing = ids.filter((id) => !types.has(id))
  if (missing.length === 0) return
  const [typeRows, edgeRows] = await Promise.all([listTypes(deps.db, missing), listEdges(deps.db, missing)])
  const foundTypes = new Map(missing.map((id) => [id, new Set<string>()]))
  for (const { entry_id, type } of typeRows) foundTypes.get(entry_id)?.add(type)
  const foundEdges = Map.groupBy(edgeRows, ({ entry_id }) => entry_id)
  for (const id of missing) {
    types.set(id, foundTypes.get(id)!)
    edges.set(id, indexEdges(foundEdges.get(id) ?? []))
  }
  for (const oldest of types.keys()) {
    if (types.size <= MAX_REMEMBERED) break
    types.delete(oldest)
    edges.delete(oldest)
  }
}
