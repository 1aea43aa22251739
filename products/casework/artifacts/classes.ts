// The code of a thing follows from what the lists say about it. Of tens of thousands of things they say a few dozen
// different combinations, so each combination is rated once, and a filter by code becomes one by combinations.
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { assemble } from '../rating/assemble.ts'
import type { Lists } from '../rating/known.ts'
import { readContext } from '../rating/look-up.ts'
import { levelTable } from '../rating/rate.ts'
import { listClasses, type Told } from './list-store.ts'

type Asked = Pick<Casework, 'db' | 'clock' | 'corpusSpace'>

const MOST_REMEMBERED = 50
const remembered = new WeakMap<object, Map<string, Promise<ReadonlyMap<string, string>>>>()

/** By signature: the code. Overlays of a workspace are no part of it. */
export function codesOfClasses(
  deps: Asked,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  lists: Lists,
): Promise<ReadonlyMap<string, string>> {
  const known = remembered.get(deps.db) ?? new Map<string, Promise<ReadonlyMap<string, string>>>()
  remembered.set(deps.db, known)
  const ids = [...lists.entries.values()].map(({ id }) => id)
  const key = `${active.pack.ref.digest} ${active.revision} ${target.profile_id} ${ids.join(' ')}`
  const codes = known.get(key) ?? rateClasses(deps, scope, active, target, ids)
  known.delete(key)
  known.set(key, codes)
  codes.catch(() => known.delete(key))
  for (const oldest of known.keys()) if (known.size > MOST_REMEMBERED) known.delete(oldest)
  return codes
}

async function rateClasses(
  deps: Asked,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const classes = await listClasses(deps.db, { entries: ids, told: toldApart(active) })
  const names = classes.map(({ type, key }) => ({ type, name: key }))
  const context = await readContext(deps, scope, active, target, names, { maxHops: 0 })
  const known = assemble({ ...context, decisions: new Map() }, names)
  return new Map(classes.map(({ signature, type, key }) => [signature, known.get(`${type}:${key}`)!.rating.code]))
}

/** What the rules read of a fact beside its state. */
export function toldApart(active: ActivePack): Told {
  const { inputs } = levelTable(active)
  const asked = inputs.filter((input) => !/^(overlay|catalog|options|subject)\./.test(input))
  return {
    type: inputs.includes('subject.type'),
    labels: asked.some((input) => input === 'any_marker' || input.endsWith('.labels')),
    attributes: asked.some((input) => input.includes('.') && !/\.(state|labels|successor_kind)$/.test(input)),
  }
}
