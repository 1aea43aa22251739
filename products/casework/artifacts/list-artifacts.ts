// Lists the artifacts in the lists of a target, in pages.

import type { Artifact, ArtifactQuery } from '@veritrace/contract/casework/artifacts'
import { fail, notFound } from '@veritrace/platform/errors'
import { sumByName } from '@veritrace/platform/names'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { assemble } from '../rating/assemble.ts'
import { listsOf } from '../rating/lists.ts'
import { readContext } from '../rating/look-up.ts'
import type { ReadinessPorts } from '../readiness/ports.ts'
import { codesOfClasses, signatureParts } from './classes.ts'
import { listProject } from './list-project.ts'
import { countThings, type Filter, listChanged, listOverlays, type Name, pageThings, type Sort } from './list-store.ts'
import { countPredecessors } from './near-store.ts'
import { viewListed } from './view.ts'

export type Listing = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs'>

export interface ArtifactPage {
  items: Artifact[]
  next: string
  total: number | null
  facets?: Record<string, Record<string, number>>
}

type Ports = Pick<ReadinessPorts, 'scopeOfCase'>

export async function listArtifacts(
  deps: Listing,
  ports: Ports,
  scope: Scope,
  query: ArtifactQuery,
): Promise<ArtifactPage> {
  if (query.case_id) return listCase(deps, ports, scope, query, query.case_id)
  const active = await deps.packs.of(scope, query.pack)
  const target = targetOf(active, query.target)
  const among = query.changed_between ? await changedBetween(deps, scope, active, query.changed_between) : undefined
  if (query.project_id) return listProject(deps, scope, { active, target, query, projectId: query.project_id, among })
  // Artifacts from lists have no owner and no usage.
  const isElsewhere = query.kind !== undefined && query.kind !== active.pack.naming.kind
  if (isElsewhere || query.owner !== undefined || query.used !== undefined) return NOTHING
  return listCatalog(deps, scope, active, target, query, among)
}

/** Rated with the pack version of the case and, by default, for its target. */
async function listCase(
  deps: Listing,
  ports: Ports,
  scope: Scope,
  query: ArtifactQuery,
  id: string,
): Promise<ArtifactPage> {
  if (query.project_id) fail('unacceptable', 'Name a project or a case, not both.')
  const { projectId, pack, target, objectsOf } = (await ports.scopeOfCase(scope, id)) ?? notFound('case', id)
  const active = await deps.packs.pinned(scope, pack)
  const among = query.changed_between ? await changedBetween(deps, scope, active, query.changed_between) : undefined
  const asked = { active, target: targetOf(active, query.target ?? target), query, projectId, among, objectsOf }
  return listProject(deps, scope, asked)
}

const NOTHING: ArtifactPage = { items: [], next: '', total: 0 }

async function listCatalog(
  deps: Listing,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  query: ArtifactQuery,
  among: readonly Name[] | undefined,
): Promise<ArtifactPage> {
  const lists = await listsOf(deps, scope, active, target)
  const facets = query.facets?.split(',') ?? []
  const needsCodes = query.code !== undefined || facets.includes('code')
  const [overlays, codes] = needsCodes
    ? await Promise.all([
        listOverlays(deps.db, scope, active.pack.ref.id, deps.clock.now()),
        codesOfClasses(deps, scope, active, target, lists),
      ])
    : [[], new Map<string, string>()]
  const filter: Filter = {
    entries: [...lists.entries.values()].map(({ id }) => id),
    q: query.q,
    type: query.type,
    state: query.state,
    label: query.label,
    component: query.component,
    software_component: query.software_component,
    has_successor: query.has_successor === undefined ? undefined : query.has_successor === 'true',
    among,
    parts: signatureParts(active),
    overlays,
    signatures: query.code === undefined ? undefined : signaturesOf(codes, query.code),
  }
  const order = { by: query.sort.replace('-', '') as Sort, descending: query.sort.startsWith('-') }
  const list = `${scope.tenant} ${scope.workspace} artifacts ${query.sort}`
  const page = await pageThings(deps.db, list, query, filter, order)
  // Counting reads everything, so it is done only for the first page.
  const counted = query.cursor && facets.length === 0 ? undefined : await countThings(deps.db, filter, facets)
  return {
    items: await viewThings(
      deps,
      scope,
      active,
      target,
      page.items.map(({ type, key }) => ({ type, name: key })),
    ),
    next: page.next,
    total: counted?.find(({ facet }) => facet === '')?.count ?? null,
    ...(counted && facets.length > 0 && { facets: facetsOf(counted, facets, codes, active) }),
  }
}

const signaturesOf = (codes: ReadonlyMap<string, string>, wanted: string): string[] => [
  `=${wanted}`,
  ...[...codes].filter(([, code]) => code === wanted).map(([signature]) => signature),
]

function facetsOf(
  counted: readonly { facet: string; value: string; count: number }[],
  facets: readonly string[],
  codes: ReadonlyMap<string, string>,
  { pack }: ActivePack,
): Record<string, Record<string, number>> {
  const codeOf = (value: string): string =>
    value.startsWith('=') ? value.slice(1) : (codes.get(value) ?? pack.scheme.unknown)
  const countsOf = (asked: string) =>
    counted
      .filter(({ facet }) => facet === asked)
      .map(({ value, count }) => [asked === 'code' ? codeOf(value) : value, count] as const)
  return Object.fromEntries(facets.map((facet) => [facet, sumByName(countsOf(facet))]))
}

/** `a..b`: two targets, whose first lists are compared. */
async function changedBetween(deps: Listing, scope: Scope, active: ActivePack, pair: string): Promise<readonly Name[]> {
  const [before, after] = pair.split('..').map((id) => targetOf(active, id))
  const [one, other] = await Promise.all([
    firstEntry(deps, scope, active, before!),
    firstEntry(deps, scope, active, after!),
  ])
  // If a list is not available, no changes are known.
  return one && other && one !== other ? listChanged(deps.db, one, other) : []
}

async function firstEntry(deps: Listing, scope: Scope, active: ActivePack, target: TargetProfile) {
  const { entries } = await listsOf(deps, scope, active, target)
  return entries.get(target.lists[0]?.list ?? '')?.id
}

async function viewThings(
  deps: Listing,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  names: readonly Name[],
): Promise<Artifact[]> {
  const context = await readContext(deps, scope, active, target, names, { maxHops: 1 })
  const known = assemble(context, names)
  const ids = context.lists.map(({ entry }) => entry.id)
  const predecessors = await countPredecessors(deps.db, ids, names)
  return [...known].map(([form, one]) =>
    viewListed(context, one, { predecessors: predecessors.get(form) ?? 0, dependents: 0 }),
  )
}
