// Thousands of names in one call: identified together, looked up together, answered in their order.
import { createHash } from 'node:crypto'
import {
  MOST_ITEMS,
  type ResolutionRow,
  type ResolvedSuccessor,
  type ResolveItem,
  type ResolveMany,
} from '@veritrace/contract/casework/resolve'
import type { Rating } from '@veritrace/contract/casework/shapes'
import { fail } from '@veritrace/platform/errors'
import type { Estate } from '../estate/estate.ts'
import { estateOf } from '../estate/estate-of.ts'
import { catalogRef, type Named, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/scope.ts'
import { type ActivePack, targetOf, viewTarget } from '../packs/packs.ts'
import { assemble, type Context, type Judged, openJudge } from '../rating/assemble.ts'
import { isKnownType, typeFor } from '../rating/identity.ts'
import type { Known } from '../rating/known.ts'
import { catalogOf, coversType, readLists } from '../rating/lists.ts'
import { readContext } from '../rating/look-up.ts'
import { actionsFor } from './actions.ts'
import { dependentsOf } from './dependents.ts'
import type { Resolving } from './find-subject.ts'
import { identify, type Scored, subjectAmong } from './identify.ts'
import { findAllNamed } from './reach-store.ts'
import { fromIri, readQuery } from './read-query.ts'

interface Item {
  raw: string
  type?: string | undefined
  names: readonly string[]
}
interface Meant {
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
  const { max_hops: maxHops = 3, include = [] } = asked.options ?? {}
  const meant = await identifyAll(deps, scope, active, asked)
  const names = meant.flatMap(({ subject }) => subject ?? [])
  const context = await readContext(deps, scope, active, target, names, {
    maxHops: include.includes('successors') || include.includes('actions') ? maxHops : 0,
    ...(asked.project_id && { projectId: asked.project_id }),
  })
  const judge = openJudge(context)
  const known = assemble(context, names, judge)
  const view = openView({ context, judge, estate, tenant: scope.tenant, include })
  const items = meant.map((one) => view(one, one.subject && known.get(shortForm(one.subject))))
  return {
    items,
    summary: summaryOf(active, items),
    target: viewTarget(active, target),
    pack: active.pack.ref,
    elapsed_ms: deps.clock.now().getTime() - begun,
  }
}

async function identifyAll(deps: Resolving, scope: Scope, active: ActivePack, asked: ResolveMany): Promise<Meant[]> {
  const catalog = await catalogOf(deps, scope, active)
  const lists = readLists(catalog, targetOf(active, asked.target))
  const ids = lists.map(({ entry }) => entry.id)
  const isListed = (type: string) => coversType(catalog, lists, type)
  const items = asked.items.map((item) => readItem(active, isListed, item))
  const names = [...new Set(items.flatMap((item) => item.names.map((name) => name.toLowerCase())))]
  const found = Map.groupBy(await findAllNamed(deps.db, ids, names), ({ key }) => key.toLowerCase())
  return items.map((item) => {
    const fitting = item.names.flatMap((name) => found.get(name.toLowerCase()) ?? [])
    const candidates = identify(
      { type: item.type, names: item.names },
      fitting.map(({ type, key }) => ({ type, name: key, inTarget: true })),
    )
    const subject = subjectAmong(candidates, item.type) ?? unlisted(active, isListed, item)
    return { item, subject, candidates }
  })
}

/** A thing that no list names is still a thing where lists speak of its type. */
const unlisted = ({ pack }: ActivePack, isListed: (type: string) => boolean, { type, names }: Item) =>
  type && names.length === 1 && (isListed(type) || isKnownType(pack, type)) ? { type, name: names[0]! } : undefined

function readItem({ pack }: ActivePack, isListed: (type: string) => boolean, item: ResolveItem): Item {
  const raw = item.iri ?? item.q ?? (item.type && item.name ? `${item.type}:${item.name}` : (item.name ?? ''))
  if (!raw.trim() || raw.length > LONGEST_TEXT) return { raw: raw.slice(0, LONGEST_TEXT), names: [] }
  if (item.iri !== undefined) {
    const named = fromIri(pack, item.iri)
    return { raw, type: named?.type, names: named ? [named.name] : [] }
  }
  if (item.q === undefined) {
    const type = item.type && (typeFor(pack, item.type) ?? item.type)
    return { raw, type, names: item.name ? [item.name.trim()] : [] }
  }
  const { type, names } = readQuery(pack, isListed, { q: item.q, type: item.type })
  return { raw, type, names }
}

interface View {
  context: Context
  judge: (named: Named) => Judged
  estate: Estate | undefined
  tenant: string
  include: readonly string[]
}

function openView({ context, judge, estate, tenant, include }: View) {
  const { active, target, catalog } = context
  const { pack } = active
  const basis = `${active.revision} ${target.profile_id} ${catalog.digest}`
  const short = new Map<Rating, Rating>()
  const isFull = include.includes('citations')
  /** Reasons count on citations, so they come and go with them. */
  const ratingOf = (rating: Rating): Rating => {
    if (isFull) return rating
    const known = short.get(rating) ?? { ...rating, reasons: [], conflicts: [] }
    short.set(rating, known)
    return known
  }
  return ({ item, subject, candidates }: Meant, known: Known | undefined): ResolutionRow => {
    const row: ResolutionRow = {
      id: `res_${createHash('sha256').update(`${basis} ${item.raw}`).digest('hex').slice(0, 26)}`,
      query: { raw: item.raw },
      status: 'not_found',
      headline: `No list that ${target.label} reads names “${item.raw}”.`,
    }
    if (!subject || !known) {
      if (candidates.length === 0) return row
      return {
        ...row,
        status: 'ambiguous',
        headline: `“${item.raw}” may mean ${candidates.length} things.`,
        candidates: candidates.map(({ named, score, why }) => ({
          artifact: catalogRef(pack.naming, named),
          score,
          why,
        })),
      }
    }
    const { rating, acceptable, artifact } = known
    return {
      ...row,
      status: rating.code === pack.scheme.unknown ? 'partial' : 'resolved',
      subject: artifact,
      headline: `${subject.type} ${subject.name}: ${rating.label}.`,
      rating: ratingOf(rating),
      acceptable,
      ...(include.includes('successors') && { successors: viewSuccessors(known, judge) }),
      ...(include.includes('actions') && { actions: actionsFor(active, target, known) }),
      ...(include.includes('dependents') &&
        estate && { dependents: dependentsOf(estate, pack.ref.id, tenant, subject) }),
      ...(isFull && { citations: [...known.citations] }),
    }
  }
}

/** Reasons of successors stay out: their records are not among the citations of the row. */
const viewSuccessors = ({ successors }: Known, judge: (named: Named) => Judged): ResolvedSuccessor[] =>
  successors.map(({ named, code, ...rest }) => ({
    ...rest,
    rating_in_target: { ...judge(named).rating, reasons: [], conflicts: [] },
  }))

function summaryOf({ pack }: ActivePack, items: readonly ResolutionRow[]) {
  const by_code: Record<string, number> = {}
  const summary = { by_code, acceptable: 0, ambiguous: 0, not_found: 0, unknown: 0 }
  for (const { status, rating, acceptable } of items) {
    if (status === 'ambiguous') summary.ambiguous++
    if (status === 'not_found') summary.not_found++
    if (rating) by_code[rating.code] = (by_code[rating.code] ?? 0) + 1
    if (rating?.code === pack.scheme.unknown) summary.unknown++
    if (acceptable) summary.acceptable++
  }
  return summary
}
