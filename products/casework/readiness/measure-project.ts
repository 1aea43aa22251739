// Measures a project for a target, and caches the result until any of its inputs changes.
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
  /** Everything that the estate refers to, by short form. */
  known: ReadonlyMap<string, Known>
  measured: Measured
  /** Entries of the lists that were read. */
  entries: readonly string[]
  /** Digest of all inputs: equal digests, equal measurements. */
  digest: string
  /** True if it was computed for this call instead of taken from the cache. */
  isNew: boolean
}

export interface Asking {
  projectId: string
  active: ActivePack
  target: TargetProfile
  /** Indexes of the objects to count. Default: all. */
  objectsOf?: (estate: Estate) => readonly number[]
  /** Overrides the current lists. */
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
  // Former system names do not affect figures, but the cached estate includes them.
  return cached(deps.db, [scope.tenant, scope.workspace, digest, ...estate.former_systems].join(' '), work)
}

type CachedProject = Omit<MeasuredProject, 'isNew'>
/** The largest projects take about 20 MB each. */
const MAX_CACHED = 12
const caches = new WeakMap<object, Map<string, Promise<CachedProject>>>()

/** Concurrent callers share one computation. */
async function cached(db: object, key: string, work: () => Promise<CachedProject>): Promise<MeasuredProject> {
  const cache = caches.get(db) ?? new Map<string, Promise<CachedProject>>()
  caches.set(db, cache)
  const found = cache.get(key)
  const answer = found ?? work()
  // Moves the key to the end, so that the least recently used one is evicted first.
  cache.delete(key)
  cache.set(key, answer)
  answer.catch(() => cache.delete(key))
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(oldest)
  }
  return { ...(await answer), isNew: found === undefined }
}
