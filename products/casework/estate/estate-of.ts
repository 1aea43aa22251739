// The estate of a project, cached until it changes, because loading it takes almost a second.
import { notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { Estate } from './estate.ts'
import { readEstate } from './read-estate.ts'
import { findEstateHead } from './store.ts'

/** The largest estates take about 30 MB each. */
const MAX_REMEMBERED = 8

const remembered = new WeakMap<Casework['db'], Map<string, Promise<Estate>>>()

/** 404 if the project does not exist. Callers share the estate and must not modify it. */
export async function estateOf({ db }: Pick<Casework, 'db'>, scope: Scope, projectId: string): Promise<Estate> {
  const head = await findEstateHead(db, scope, projectId)
  if (!head) return notFound('project', projectId)
  const known = remembered.get(db) ?? new Map<string, Promise<Estate>>()
  remembered.set(db, known)
  const key = `${scope.tenant} ${scope.workspace} ${projectId} ${head.revision} ${[head.system, ...head.former_systems].join(' ')}`
  const estate = known.get(key) ?? read(db, scope, projectId)
  // Map order is used for LRU: the latest entry is last, and the first is evicted.
  known.delete(key)
  known.set(key, estate)
  estate.catch(() => known.delete(key))
  for (const oldest of known.keys()) {
    if (known.size <= MAX_REMEMBERED) break
    known.delete(oldest)
  }
  return estate
}

const read = async (db: Casework['db'], scope: Scope, projectId: string): Promise<Estate> =>
  (await readEstate(db, scope, projectId)) ?? notFound('project', projectId)
