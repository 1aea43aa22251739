// Finds the subject of a question: parses it, searches the lists and the estate, and identifies the artifact.
import type { Casework } from '../deps.ts'
import type { Estate } from '../estate/estate.ts'
import { estateOf } from '../estate/estate-of.ts'
import type { Named } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { isKnownType } from '../rating/identity.ts'
import { type Catalog, coversType, type ReadList } from '../rating/lists.ts'
import { identify, type Scored, subjectAmong } from './identify.ts'
import { findNamed } from './near-store.ts'
import { neighborsOf } from './neighbors.ts'
import { type Reached, reach } from './reach.ts'
import { type Reading, readQuery } from './read-query.ts'

export type Resolving = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs'>

export interface Question {
  q: string
  type?: string | undefined
  intent?: string | undefined
  target?: string | undefined
  pack?: string | undefined
  project_id?: string | undefined
  explain?: 'none' | 'rules' | 'graph'
  /** The question without the words that name a target. */
  rest?: string | undefined
}

export interface Found {
  active: ActivePack
  target: TargetProfile
  catalog: Catalog
  lists: readonly ReadList[]
  reading: Reading
  /** By short form. */
  reached: ReadonlyMap<string, Reached>
  /** Best first. */
  candidates: readonly Scored[]
  subject: Named | undefined
  estate: Estate | undefined
}

export const MAX_HOPS = 3
const MAX_NEAR = 10
/** The score of candidates with a similar spelling. The right name scores higher, unless its type is wrong. */
export const NEAR_SCORE = 0.6

export async function findSubject(
  deps: Resolving,
  scope: Scope,
  question: Question,
  read: Pick<Found, 'active' | 'target' | 'catalog' | 'lists'>,
): Promise<Found> {
  const { active, catalog, lists } = read
  const isListed = (type: string) => [...catalog.byEntry.keys()].some((id) => catalog.types.get(id)?.has(type))
  const reading = readQuery(active.pack, isListed, question)
  const [reached, estate] = await Promise.all([
    reach(deps, scope, { active, catalog, lists, names: reading.names, maxHops: MAX_HOPS }),
    question.project_id ? estateOf(deps, scope, question.project_id) : undefined,
  ])
  const candidates = identify(reading, foundIn(reached, lists))
  const subject = subjectAmong(candidates, reading.type) ?? unlisted(read, reading)
  const near = candidates.length === 0 ? await findNear(deps, lists, reading) : []
  return { ...read, reading, reached, estate, subject, candidates: [...candidates, ...near] }
}

function foundIn(reached: Found['reached'], lists: readonly ReadList[]) {
  const ids = new Set(lists.map(({ entry }) => entry.id))
  return [...reached.values()]
    .filter(({ facts }) => facts.length > 0)
    .map(({ named, facts }) => ({ ...named, inTarget: facts.some(({ entry_id }) => ids.has(entry_id)) }))
}

/** An artifact that no list names is still accepted if lists cover its type. */
function unlisted({ active, catalog, lists }: Pick<Found, 'active' | 'catalog' | 'lists'>, { exact }: Reading) {
  if (!exact) return undefined
  return coversType(catalog, lists, exact.type) || isKnownType(active.pack, exact.type) ? exact : undefined
}

async function findNear(deps: Resolving, lists: readonly ReadList[], { names }: Reading): Promise<Scored[]> {
  const near = names.length === 1 ? neighborsOf(names[0]!) : []
  if (near.length === 0) return []
  const ids = lists.map(({ entry }) => entry.id)
  const rows = await findNamed(deps.db, ids, near, MAX_NEAR)
  return rows.map((named) => ({ named, score: NEAR_SCORE, why: 'Differs by one character.', isNear: true }))
}
