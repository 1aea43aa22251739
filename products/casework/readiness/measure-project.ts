// A project measured for a target, remembered as long as nothing that it rests on changes.
import type { Casework } from '../deps.ts'
import type { Estate } from '../estate/estate.ts'
import { estateOf } from '../estate/estate-of.ts'
import { shortForm } from '../model/artifacts.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { Known } from '../rating/known.ts'
import { type Catalog, catalogOf, digestOfLists, readLists } from '../rating/lists.ts'
import { lookUp } from '../rating/look-up.ts'
import { type Measured, measure } from './measure.ts'
import { findDecisionsRevision, listExemptions } from './store.ts'

export interface MeasuredProject {
  projectId: string
  estate: Estate
  /** Of everything that the estate refers to, by short form. */
  known: ReadonlyMap<string, Known>
  measured: Measured
  /** The versions of lists that were read. */
  entries: readonly string[]
  /** Of everything that the measurement rests on: equal digests, equal measurements. */
  digest: string
  /** It was worked out for this call, and not remembered. */
  isNew: boolean
}

export interface Asking {
  projectId: string
  active: ActivePack
  target: TargetProfile
  /** Which objects count; all where nothing is said. */
  objectsOf?: (estate: Estate) => readonly number[]
  /** Other lists than those of now. */
  catalog?: Catalog
}

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace'>

export async function measureProject(deps: Deps, scope: Scope, asking: Asking): Promise<MeasuredProject> {
  const { projectId, active, target } = asking
  const estate = await estateOf(deps, scope, projectId)
  const objects = asking.objectsOf?.(estate)
  const catalog = asking.catalog ?? (await catalogOf(deps, scope, active))
  const lists = readLists(catalog, target)
  const digest = digestOf({
    project: projectId,
    estate: estate.revision,
    system: estate.system,
    pack: active.revision,
    target: target.profile_id,
    lists: digestOfLists(lists),
    decisions: await findDecisionsRevision(deps.db, scope, deps.clock.now()),
    ...(objects && { objects }),
  })
  const entries = lists.map(({ entry }) => entry.id)
  const work = async () => {
    const known = await lookUp(deps, scope, active, target, estate.references, { project: estate, catalog })
    const exempt = await listExemptions(deps.db, scope, active.pack.ref.id, projectId, deps.clock.now())
    const measured = measure(estate, known, active, target, {
      ...(objects && { objects }),
      exempt: new Set(exempt.map(({ type, key }) => shortForm({ type, name: key }))),
    })
    return { projectId, estate, known, measured, entries, digest }
  }
  // The names of before measure nothing, but the estate that is remembered has them.
  return remember(deps.db, [scope.tenant, scope.workspace, digest, ...estate.former_systems].join(' '), work)
}

type Remembered = Omit<MeasuredProject, 'isNew'>
/** Of the largest projects, about 20 MB each. */
const MOST_REMEMBERED = 12
const memory = new WeakMap<object, Map<string, Promise<Remembered>>>()

/** Those who ask at the same time wait for the same answer. */
async function remember(db: object, key: string, work: () => Promise<Remembered>): Promise<MeasuredProject> {
  const kept = memory.get(db) ?? new Map<string, Promise<Remembered>>()
  memory.set(db, kept)
  const found = kept.get(key)
  const answer = found ?? work()
  // The one asked for last stands last, and the first is forgotten first.
  kept.delete(key)
  kept.set(key, answer)
  answer.catch(() => kept.delete(key))
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_REMEMBERED) break
    kept.delete(oldest)
  }
  return { ...(await answer), isNew: found === undefined }
}
