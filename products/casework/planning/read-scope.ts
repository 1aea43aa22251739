// Reads the scope of a plan: the estate or the list of names, the selected objects, and what is known about them.
import type { PlanRequest } from '@veritrace/contract/casework/plan'
import { fail } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { formerPlace } from '../estate/former-places.ts'
import { selectObjects } from '../estate/select-objects.ts'
import { artifactId, estateIri, type Named, type Naming, namedByEstateIri, shortForm } from '../model/artifacts.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { getProject } from '../projects/get-project.ts'
import { enterIds } from '../rating/enter-ids.ts'
import { listsOf } from '../rating/lists.ts'
import { lookUp } from '../rating/look-up.ts'
import { type MeasuredProject, measureProject } from '../readiness/measure-project.ts'
import { listExemptions } from '../readiness/store.ts'
import type { PlanInput } from './engine/input.ts'
import { listEstate } from './list-estate.ts'
import { listNamesById } from './store.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs'>

/** The part of a plan's input that depends on its scope. */
export interface PlanSubject
  extends Pick<PlanInput, 'estate' | 'objects' | 'known' | 'active' | 'target' | 'tenant' | 'exempt' | 'notes'> {
  /** Freeze periods of the project. */
  freezes: readonly string[]
  /** Changes with the evidence or the list of names. */
  evidence: string
}

/** The part of a request that defines the scope. `pinned` is a required pack version. */
export type AskedScope = Pick<PlanRequest, 'scope' | 'pack' | 'target'> & { pinned?: { id: string; version: string } }

export const readScope = (deps: Deps, scope: Scope, asked: AskedScope): Promise<PlanSubject> =>
  asked.scope.project_id ? projectScope(deps, scope, asked, asked.scope.project_id) : listScope(deps, scope, asked)

const packFor = ({ packs }: Deps, scope: Scope, { pinned, pack }: AskedScope, own?: string): Promise<ActivePack> =>
  pinned ? packs.pinned(scope, pinned) : packs.of(scope, pack ?? own)

async function projectScope(deps: Deps, scope: Scope, asked: AskedScope, id: string): Promise<PlanSubject> {
  const project = await getProject(deps.db, scope, id)
  const active = await packFor(deps, scope, asked, project.pack_id)
  const own = active.pack.ref.id === project.pack_id ? project.default_target : undefined
  const target = targetOf(active, asked.target ?? own)
  const { estate, known, measured } = await measureProject(deps, scope, { projectId: id, active, target })
  const { objects, missing } = chosenObjects({ estate, known, measured }, scope, asked.scope)
  if (objects.length === 0) fail('scope_empty')
  const exempt = await listExemptions(deps.db, scope, active.pack.ref.id, id, deps.clock.now())
  return {
    ...{ estate, objects, known, active, target, tenant: scope.tenant },
    exempt: new Set(exempt.map(({ type, key }) => shortForm({ type, name: key }))),
    notes: notesOn(missing),
    freezes: project.freeze_periods.map(({ from, to }) => `${from}/${to}`),
    evidence: `${id} ${estate.revision} ${estate.system}`,
  }
}

/** The named objects among those of the selector. An artifact from a list selects the objects that use it. */
function chosenObjects(
  { estate, known, measured }: Pick<MeasuredProject, 'estate' | 'known' | 'measured'>,
  scope: Scope,
  asked: PlanRequest['scope'],
) {
  const { selector, artifact_ids } = asked
  const codes = selector?.codes ? Array.from(measured.code, (place) => measured.scale[place]!) : undefined
  const selected = selector ? selectObjects(estate, selector, codes) : [...estate.objects.keys()]
  if (!artifact_ids) return { objects: selected, missing: [] }
  const found = new Set<string>()
  const isWanted = openMatcher(artifact_ids, found)
  const used = estate.references.map((one) => isWanted(one, known.get(shortForm(one))!.artifact.iri))
  const users = new Set<number>()
  for (const [use, from] of estate.uses.from.entries()) if (used[estate.uses.to[use]!]) users.add(from)
  const named = new Set(
    selected.filter((at) => {
      const object = estate.objects[at]!
      return isWanted(object, estateIri(scope.tenant, estate.system, object)) || users.has(at)
    }),
  )
  const inScope = new Set(selected)
  for (const word of artifact_ids.filter((one) => !found.has(one))) {
    const place = formerPlace(estate, scope.tenant, word)
    if (place === undefined || !inScope.has(place)) continue
    named.add(place)
    found.add(word)
  }
  return {
    objects: selected.filter((at) => named.has(at)),
    missing: artifact_ids.filter((word) => !found.has(word)),
  }
}

/** Matches by short form, IRI or id. Hashes are computed only if ids were given. */
function openMatcher(words: readonly string[], found: Set<string>): (named: Named, iri: string) => boolean {
  const wanted = new Set(words)
  const hasIds = words.some((word) => word.startsWith('art_'))
  return (named, iri) => {
    const names = [shortForm(named), iri, ...(hasIds ? [artifactId(iri)] : [])].filter((word) => wanted.has(word))
    for (const word of names) found.add(word)
    return names.length > 0
  }
}

async function listScope(deps: Deps, scope: Scope, asked: AskedScope): Promise<PlanSubject> {
  const words = asked.scope.artifact_ids ?? []
  if (words.length === 0) fail('scope_empty')
  const active = await packFor(deps, scope, asked)
  const target = targetOf(active, asked.target)
  const { names, missing } = await readNames(deps, scope, active, target, words)
  if (names.length === 0) fail('scope_empty', 'None of these artifacts is known.')
  const estate = listEstate(names)
  return {
    ...{ estate, active, target },
    objects: [...estate.objects.keys()],
    known: await lookUp(deps, scope, active, target, names),
    notes: notesOn(missing),
    freezes: [],
    evidence: digestOf(names.map(shortForm)),
  }
}

/** Converts short forms, IRIs and ids to names, in the given order and without duplicates. */
async function readNames(
  deps: Deps,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  words: readonly string[],
): Promise<{ names: Named[]; missing: string[] }> {
  const { naming } = active.pack
  const ids = words.filter((word) => word.startsWith('art_'))
  if (ids.length > 0) {
    const { entries } = await listsOf(deps, scope, active, target)
    await enterIds(
      deps,
      naming,
      [...entries.values()].map((entry) => entry.id),
    )
  }
  const byId = new Map((await listNamesById(deps.db, naming.pack, ids)).map((row) => [row.id, row]))
  const found = words.map((word) => byId.get(word) ?? namedBy(naming, word))
  const names = new Map(found.flatMap((one) => (one ? [[shortForm(one), { type: one.type, name: one.name }]] : [])))
  return { names: [...names.values()], missing: words.filter((_, at) => !found[at]) }
}

/** Parses `TABL:VBAK`, or an IRI. */
function namedBy({ iriBase }: Naming, word: string): Named | undefined {
  const isIri = word.startsWith(iriBase)
  const [, type, name] = /^([^:\s]+):(\S.*)$/.exec(isIri ? word.slice(iriBase.length) : word) ?? []
  if (word.startsWith('urn:tenant:')) return namedByEstateIri(word)
  if (!type || !name || word.startsWith('art_')) return undefined
  if (!isIri) return { type: type.toUpperCase(), name: name.toUpperCase() }
  try {
    return { type: decodeURIComponent(type), name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

const MAX_LISTED = 10
const notesOn = (missing: readonly string[]): string[] =>
  missing.length === 0
    ? []
    : [
        `Not found and therefore not planned: ${missing.slice(0, MAX_LISTED).join(', ')}${missing.length > MAX_LISTED ? ` and ${missing.length - MAX_LISTED} more` : ''}.`,
      ]
