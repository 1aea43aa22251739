// Thousands of names in one call: read together, identified together, answered in their order.
import { MOST_ITEMS, type ResolveItem, type ResolveMany } from '@veritrace/contract/casework/resolve'
import { fail } from '@veritrace/platform/errors'
import { estateOf } from '../estate/estate-of.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/scope.ts'
import type { Pack } from '../packs/pack.ts'
import { targetOf, viewTarget } from '../packs/packs.ts'
import type { Context } from '../rating/assemble.ts'
import type { Record } from '../rating/chains.ts'
import { namesReached } from '../rating/edges.ts'
import { listSaid, listStates } from '../rating/facts-store.ts'
import { isKnownType, typeFor } from '../rating/identity.ts'
import { catalogOf, coversType, readLists } from '../rating/lists.ts'
import { byName, recordsOf } from '../rating/look-up.ts'
import type { Resolving } from './find-subject.ts'
import { identify, type Scored, subjectAmong } from './identify.ts'
import { fromIri, readName } from './read-query.ts'
import { openRows, summaryOf } from './rows.ts'

export interface Item {
  raw: string
  type?: string | undefined
  names: readonly string[]
}
export interface Meant {
  item: Item
  subject: Named | undefined
  candidates: readonly Scored[]
}

const LONGEST_TEXT = 400

export async function resolveMany(deps: Resolving, scope: Scope, asked: ResolveMany) {
  if (asked.items.length > MOST_ITEMS)
    fail('body_too_large', `At most ${MOST_ITEMS} items; there are ${asked.items.length}.`)
  const begun = deps.clock.now().getTime()
  const active = await deps.packs.of(scope, asked.pack)
  const target = targetOf(active, asked.target)
  const estate = asked.project_id ? await estateOf(deps, scope, asked.project_id) : undefined
  const catalog = await catalogOf(deps, scope, active)
  const lists = readLists(catalog, target)
  const isListed = (type: string) => coversType(catalog, lists, type)
  const items = asked.items.map((item) => readItem(active.pack, isListed, item))
  const { max_hops = 3, include = [] } = asked.options ?? {}
  const maxHops = include.includes('successors') || include.includes('actions') ? max_hops : 0
  const read = include.length === 0 ? listStates : listSaid
  const records = await readRecords(deps, scope, { active, catalog, lists }, items, maxHops, read)
  const context = { active, target, catalog, lists, maxHops, projectId: asked.project_id, ...records }
  const view = openRows({ context, estate, tenant: scope.tenant, include })
  const rows = identifyAll(active.pack, isListed, items, context.records).map(view)
  return {
    items: rows,
    summary: summaryOf(active, rows),
    target: viewTarget(active, target),
    pack: active.pack.ref,
    elapsed_ms: deps.clock.now().getTime() - begun,
  }
}

/** What the target's lists say about these names and about what comes after them. */
async function readRecords(
  deps: Resolving,
  scope: Scope,
  { active, catalog, lists }: Pick<Context, 'active' | 'catalog' | 'lists'>,
  items: readonly Item[],
  maxHops: number,
  read: typeof listSaid,
): Promise<Pick<Context, 'records' | 'decisions'>> {
  const names = new Set<string>()
  for (const item of items) for (const name of item.names) names.add(name.toLowerCase())
  const entries = lists.map(({ entry }) => entry.id)
  const followed = entries.map((id) => catalog.edges.get(id)!)
  const all = namesReached(followed, names, maxHops)
  const said = await read(deps.db, scope, active.pack.ref.id, entries, all, deps.clock.now())
  return { records: recordsOf(catalog, lists, said.facts), decisions: byName(said.decisions) }
}

function readItem(pack: Pack, isListed: (type: string) => boolean, item: ResolveItem): Item {
  const raw = item.iri ?? item.q ?? (item.type && item.name ? `${item.type}:${item.name}` : (item.name ?? ''))
  if (!raw.trim() || raw.length > LONGEST_TEXT) return { raw: raw.slice(0, LONGEST_TEXT), names: [] }
  if (item.iri !== undefined) {
    const named = fromIri(pack, item.iri)
    return { raw, type: named?.type, names: named ? [named.name] : [] }
  }
  if (item.q !== undefined) return { raw, ...readName(pack, isListed, { q: item.q, type: item.type }) }
  const type = item.type && (typeFor(pack, item.type) ?? item.type)
  return { raw, type, names: item.name ? [item.name.trim()] : [] }
}

function identifyAll(
  pack: Pack,
  isListed: (type: string) => boolean,
  items: readonly Item[],
  records: Context['records'],
): Meant[] {
  // Most names are written as in the list: the others wait for this.
  let byLower: Map<string, Record[]> | undefined
  const fittingOf = (name: string): readonly Record[] => {
    byLower ??= Map.groupBy(records.values(), ({ named }) => named.name.toLowerCase())
    return byLower.get(name.toLowerCase()) ?? []
  }
  return items.map((item) => {
    const exact = item.type && item.names.length === 1 ? { type: item.type, name: item.names[0]! } : undefined
    // As it is written in the list: nothing fits better.
    if (exact && records.has(shortForm(exact))) return { item, subject: exact, candidates: [] }
    const fitting = item.names.flatMap(fittingOf)
    const candidates = identify(
      { type: item.type, names: item.names },
      fitting.map(({ named }) => ({ ...named, inTarget: true })),
    )
    // A thing that no list names is still a thing where lists speak of its type.
    const unlisted = exact && (isListed(exact.type) || isKnownType(pack, exact.type)) ? exact : undefined
    return { item, subject: subjectAmong(candidates, item.type) ?? unlisted, candidates }
  })
}
