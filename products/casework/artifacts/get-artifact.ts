// Everything known about one artifact: records in lists, related artifacts, and the objects of a project that use it.
import type { ArtifactDetail } from '@veritrace/contract/casework/artifacts'
import { notFound } from '@veritrace/platform/errors'
import { BASES, confidenceOf } from '../estate/certainty.ts'
import { ACCESSES, type Estate } from '../estate/estate.ts'
import { estateOf } from '../estate/estate-of.ts'
import { listFindings } from '../estate/store.ts'
import { catalogRef, estateRef, homeOf, type Named, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { FactRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import type { Context } from '../rating/assemble.ts'
import { catalogOf, readLists } from '../rating/lists.ts'
import { lookUp } from '../rating/look-up.ts'
import { measure } from '../readiness/measure.ts'
import { verdictOf } from '../resolve/compose.ts'
import { usersOf } from '../resolve/dependents.ts'
import { referencesOf } from '../resolve/own-object.ts'
import { type Reached, reach } from '../resolve/reach.ts'
import { contextOf } from '../resolve/reached-context.ts'
import { findListed, findOwn, findUsed, type OwnPlace } from './find-artifact.ts'
import { findingConflicts } from './finding-conflicts.ts'
import type { Listing } from './list-artifacts.ts'
import { viewObject } from './list-project.ts'
import { listPredecessors, listSiblings } from './near-store.ts'
import { viewFacts, viewFinding, viewListed } from './view.ts'

interface Query {
  pack?: string
  target?: string
  project_id?: string
}
interface Asked {
  active: ActivePack
  target: TargetProfile
}

const LIMIT = 100
const MAX_HOPS = 3
const CALL = ACCESSES.indexOf('call')
const STATED = BASES.indexOf('stated')

export async function getArtifact(deps: Listing, scope: Scope, id: string, query: Query): Promise<ArtifactDetail> {
  const active = await deps.packs.of(scope, query.pack)
  const asked = { active, target: targetOf(active, query.target) }
  const estate = query.project_id ? await estateOf(deps, scope, query.project_id) : undefined
  const named = await findListed(deps, scope, active, id)
  const listed = named && (await viewThing(deps, scope, asked, named, estate))
  if (listed) return listed
  const own = await findOwn(deps, scope, id, query.project_id)
  if (own) return viewOwnObject(deps, scope, asked, own)
  const used = await findUsed(deps, scope, active, id, query.project_id)
  return (used && (await viewThing(deps, scope, asked, used.named, used.estate))) ?? notFound('artifact', id)
}

/** Undefined if no list names it, not even as a successor, and nothing in the project uses it. */
async function viewThing(
  deps: Listing,
  scope: Scope,
  { active, target }: Asked,
  named: Named,
  estate: Estate | undefined,
): Promise<ArtifactDetail | undefined> {
  const catalog = await catalogOf(deps, scope, active)
  const lists = readLists(catalog, target)
  const entries = [...catalog.byEntry.keys()]
  const [reached, predecessors] = await Promise.all([
    reach(deps, scope, { active, catalog, lists, names: [named.name], maxHops: MAX_HOPS }),
    listPredecessors(deps.db, entries, named, LIMIT),
  ])
  const row = reached.get(shortForm(named)) ?? { facts: [], edges: [], decisions: [] }
  const users = estate ? usersOf(estate, named) : []
  if (row.facts.length + predecessors.length + users.length === 0) return undefined
  const context = contextOf({
    active,
    target,
    catalog,
    lists,
    reached,
    maxHops: MAX_HOPS,
    projectId: estate?.project_id,
    home: homeOf(scope.tenant, estate?.system),
  })
  const siblings = await siblingsOf(deps, entries, named, row.facts)
  return {
    ...detailOf(context, named, row, predecessors.length, users.length),
    predecessors: predecessors.map((one) => catalogRef(active.pack.naming, one)),
    siblings: siblings.map((one) => catalogRef(active.pack.naming, one)),
    dependents: estate ? await usesOf(deps, scope, { active, target }, estate, named) : [],
  }
}

function detailOf(
  context: Context,
  named: Named,
  reached: Pick<Reached, 'facts' | 'edges' | 'decisions'>,
  predecessors: number,
  dependents: number,
): Omit<ArtifactDetail, 'predecessors' | 'siblings' | 'dependents'> {
  const verdict = verdictOf(context, { named, template: '', dependents: undefined, reached })
  const [first] = verdict.known.facts
  const numbers = new Map(verdict.states.map(({ list_id, citation }) => [list_id, citation]))
  const numberOf = ({ entry_id }: FactRow) => numbers.get(context.catalog.byEntry.get(entry_id)?.list_id ?? '') ?? 0
  return {
    ...viewListed(context, verdict.known, { predecessors, dependents }),
    states: verdict.states,
    facts: viewFacts(
      reached.facts.filter((fact) => numberOf(fact) > 0),
      numberOf,
    ),
    successors: verdict.successors,
    history: verdict.history,
    dependencies: [],
    findings: [],
    raw: first ? { ...first } : {},
    citations: verdict.citations,
  }
}

/** Other artifacts in the container that the first list names. */
async function siblingsOf(deps: Listing, entries: readonly string[], named: Named, facts: readonly FactRow[]) {
  const fact = facts.find(({ container_name }) => container_name !== '')
  if (!fact) return []
  const container = { type: fact.container_type, name: fact.container_name }
  const found = await listSiblings(deps.db, entries, container, LIMIT + 1)
  return found.filter((one) => shortForm(one) !== shortForm(named)).slice(0, LIMIT)
}

/** The objects that use an artifact, with the kind of access and their ratings. */
async function usesOf(
  deps: Listing,
  scope: Scope,
  { active, target }: Asked,
  estate: Estate,
  named: Named,
): Promise<ArtifactDetail['dependents']> {
  const users = usersOf(estate, named).slice(0, LIMIT)
  const references = users.flatMap((place) => referencesOf(estate, place))
  const known = await lookUp(deps, scope, active, target, references, { maxHops: 0, project: estate })
  const { scale, code } = measure(estate, known, active, target, { objects: users })
  const wanted = new Set(users)
  const { from, to, access, sites, basis } = estate.uses
  const place = estate.references.findIndex(({ type, name }) => type === named.type && name === named.name)
  const uses: ArtifactDetail['dependents'] = []
  for (let at = 0; at < from.length && uses.length < LIMIT; at++)
    if (to[at] === place && wanted.has(from[at]!))
      uses.push({
        artifact: estateRef(active.pack.ref.id, scope.tenant, estate.system, estate.objects[from[at]!]!),
        access: ACCESSES[access[at]!]!,
        occurrences: sites[at]!,
        code: scale[code[from[at]!]!]!,
        confidence: confidenceOf(access[at]!, basis[at]!),
      })
  return uses
}

async function viewOwnObject(
  deps: Listing,
  scope: Scope,
  { active, target }: Asked,
  { estate, place }: OwnPlace,
): Promise<ArtifactDetail> {
  const references = referencesOf(estate, place)
  const object = estate.objects[place]!
  const [known, findings] = await Promise.all([
    lookUp(deps, scope, active, target, references, { maxHops: 1, project: estate }),
    listFindings(deps.db, scope, estate.project_id, { objects: [object], limit: LIMIT }),
  ])
  const measured = measure(estate, known, active, target, { objects: [place] })
  const artifact = viewObject({ active, target }, scope, estate, measured, place)
  const found = findings.map((row) => viewFinding(row, artifact, active.pack, homeOf(scope.tenant, estate.system)))
  const { conflicts, citations } = findingConflicts(active.pack, target, found, known)
  const { from, to, access, sites, basis } = estate.uses
  const dependencies: ArtifactDetail['dependencies'] = []
  for (let at = 0; at < from.length && dependencies.length < LIMIT; at++) {
    if (from[at] !== place) continue
    const one = known.get(shortForm(estate.references[to[at]!]!))!
    const { rating } = one
    dependencies.push({
      artifact: one.artifact,
      access: ACCESSES[access[at]!]!,
      occurrences: sites[at]!,
      code: rating.code,
      confidence: confidenceOf(access[at]!, basis[at]!),
    })
  }
  return {
    ...artifact,
    rating: { ...artifact.rating, conflicts },
    states: [],
    facts: [],
    successors: [],
    predecessors: [],
    siblings: [],
    history: [],
    dependencies,
    dependents: await callersOf(deps, scope, { active, target }, { estate, place }),
    findings: found,
    raw: { ...object },
    citations,
  }
}

/** Own objects that call this object. */
async function callersOf(
  deps: Listing,
  scope: Scope,
  { active, target }: Asked,
  { estate, place }: OwnPlace,
): Promise<ArtifactDetail['dependents']> {
  const { from, to } = estate.calls
  const callers = [...new Set([...from.keys()].filter((at) => to[at] === place).map((at) => from[at]!))].slice(0, LIMIT)
  const references = callers.flatMap((caller) => referencesOf(estate, caller))
  const known = await lookUp(deps, scope, active, target, references, { maxHops: 0, project: estate })
  const { scale, code } = measure(estate, known, active, target, { objects: callers })
  return callers.map((caller) => ({
    artifact: estateRef(active.pack.ref.id, scope.tenant, estate.system, estate.objects[caller]!),
    access: 'call',
    occurrences: 1,
    code: scale[code[caller]!]!,
    confidence: confidenceOf(CALL, STATED),
  }))
}
