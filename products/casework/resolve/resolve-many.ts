// Resolves thousands of names in one call: read together, identified together, returned in their order.
import { MOST_ITEMS, type ResolveItem, type ResolveMany } from '@veritrace/contract/casework/resolve'
import { fail } from '@veritrace/platform/errors'
import { cutText } from '@veritrace/platform/text'
import { estateOf } from '../estate/estate-of.ts'
import { homeOf, type Named } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { Pack } from '../packs/pack.ts'
import { targetOf, viewTarget } from '../packs/packs.ts'
import { type Context, type Judged, openJudge } from '../rating/assemble.ts'
import { namesReached } from '../rating/edges.ts'
import { listCurrentDecisions, listFactsAndDecisions } from '../rating/facts-store.ts'
import { isKnownType, typeFor } from '../rating/identity.ts'
import { openThingsJudge } from '../rating/judge-things.ts'
import { catalogOf, coversType, readLists } from '../rating/lists.ts'
import { byName, recordsOf } from '../rating/look-up.ts'
import { thingsOf } from '../rating/things.ts'
import type { Resolving } from './find-subject.ts'
import { identify, type Scored, subjectAmong } from './identify.ts'
import { findNamed } from './near-store.ts'
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

const MAX_TEXT_LENGTH = 400

export async function resolveMany(deps: Resolving, scope: Scope, asked: ResolveMany) {
  if (asked.items.length > MOST_ITEMS)
    fail('body_too_large', `A request may contain at most ${MOST_ITEMS} items; this one has ${asked.items.length}.`)
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
  const basis = {
    active,
    target,
    catalog,
    lists,
    maxHops,
    projectId: asked.project_id,
    home: homeOf(scope.tenant, estate?.system),
  }
  const isBrief = include.length === 0 && items.length >= MANY
  const { context, judge, fitting } = await (isBrief ? readThings : readRecords)(deps, scope, basis, items)
  const view = openRows({ context, judge, estate, tenant: scope.tenant, include })
  const elsewhere = await readElsewhere(deps, basis, items, fitting)
  const rows = identifyAll(active.pack, isListed, items, { fitting, elsewhere }).map(view)
  return {
    items: rows,
    summary: summaryOf(active, rows),
    target: viewTarget(active, target),
    pack: active.pack.ref,
    elapsed_ms: deps.clock.now().getTime() - begun,
  }
}

/** From this number of items on, it pays to load whole lists into memory. */
const MANY = 500

interface Read {
  context: Context
  judge: (named: Named) => Judged
  /** The artifacts with this name in the lists of the target, ignoring case. */
  fitting: (name: string) => readonly Named[]
}
type Basis = Omit<Context, 'records' | 'decisions'>

/** In lower case, without duplicates. */
function namesOf(items: readonly Item[]): Set<string> {
  const names = new Set<string>()
  for (const item of items) for (const name of item.names) names.add(name.toLowerCase())
  return names
}

/** Reads only what ratings need. */
async function readThings(deps: Resolving, scope: Scope, basis: Basis, items: readonly Item[]): Promise<Read> {
  const [things, standing] = await Promise.all([
    thingsOf(deps, basis.lists),
    listCurrentDecisions(deps.db, scope, basis.active.pack.ref.id, () => [...namesOf(items)], deps.clock.now()),
  ])
  const context = { ...basis, records: new Map(), decisions: byName(standing) }
  return { context, judge: openThingsJudge(context), fitting: (name) => things.get(name.toLowerCase()) ?? [] }
}

/** Reads everything in the target's lists about these names and their successors. */
async function readRecords(deps: Resolving, scope: Scope, basis: Basis, items: readonly Item[]): Promise<Read> {
  const { active, catalog, lists, maxHops } = basis
  const entries = lists.map(({ entry }) => entry.id)
  const followed = entries.map((id) => catalog.edges.get(id)!)
  const all = namesReached(followed, namesOf(items), maxHops)
  const said = await listFactsAndDecisions(deps.db, scope, active.pack.ref.id, entries, all, deps.clock.now())
  const records = recordsOf(catalog, lists, said.facts)
  const context = { ...basis, records, decisions: byName(said.decisions) }
  const byLower = Map.groupBy(
    [...records.values()].map(({ named }) => named),
    ({ name }) => name.toLowerCase(),
  )
  return { context, judge: openJudge(context), fitting: (name) => byLower.get(name.toLowerCase()) ?? [] }
}

/** Generous, because few names have more than one type. */
const MAX_ELSEWHERE = 4 * MOST_ITEMS

/** Artifacts in other lists with names that the target's lists do not contain, which gives their type. */
async function readElsewhere(
  { db }: Resolving,
  { catalog, lists }: Basis,
  items: readonly Item[],
  fitting: Read['fitting'],
): Promise<Read['fitting']> {
  const unknown = new Set<string>()
  for (const { names } of items)
    if (names.every((name) => fitting(name).length === 0)) for (const name of names) unknown.add(name.toLowerCase())
  const own = new Set(lists.map(({ entry }) => entry.id))
  const others = [...catalog.byEntry.keys()].filter((id) => !own.has(id))
  const found = unknown.size > 0 && others.length > 0 ? await findNamed(db, others, [...unknown], MAX_ELSEWHERE) : []
  const byLower = Map.groupBy(found, ({ name }) => name.toLowerCase())
  return (name) => byLower.get(name.toLowerCase()) ?? []
}

function readItem(pack: Pack, isListed: (type: string) => boolean, item: ResolveItem): Item {
  const raw = item.iri ?? item.q ?? (item.type && item.name ? `${item.type}:${item.name}` : (item.name ?? ''))
  if (!raw.trim() || raw.length > MAX_TEXT_LENGTH) return { raw: cutText(raw, MAX_TEXT_LENGTH), names: [] }
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
  { fitting: fittingOf, elsewhere }: { fitting: Read['fitting']; elsewhere: Read['fitting'] },
): Meant[] {
  return items.map((item) => {
    const exact = item.type && item.names.length === 1 ? { type: item.type, name: item.names[0]! } : undefined
    const fitting = item.names.length === 1 ? fittingOf(item.names[0]!) : item.names.flatMap(fittingOf)
    // Exactly as written in the list: nothing can match better.
    const same = exact && fitting.find(({ type, name }) => name === exact.name && type === exact.type)
    if (same) return { item, subject: same, candidates: [] }
    const others = fitting.length > 0 ? [] : item.names.flatMap(elsewhere)
    const candidates = identify({ type: item.type, names: item.names }, [
      ...fitting.map((named) => ({ ...named, inTarget: true })),
      ...others.map((named) => ({ ...named, inTarget: false })),
    ])
    // An artifact that no list names is still accepted if lists cover its type.
    const unlisted = exact && (isListed(exact.type) || isKnownType(pack, exact.type)) ? exact : undefined
    return { item, subject: subjectAmong(candidates, item.type) ?? unlisted, candidates }
  })
}
