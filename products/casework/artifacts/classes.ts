// The code of an artifact follows from its records. Tens of thousands of artifacts share a few dozen combinations of
// records, so each combination is rated once, and a filter by code becomes a filter by combination.
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { assemble } from '../rating/assemble.ts'
import type { Lists } from '../rating/known.ts'
import { readContext } from '../rating/look-up.ts'
import { levelTable } from '../rating/rate.ts'
import { listClasses, type SignatureParts } from './list-store.ts'

type Asked = Pick<Casework, 'db' | 'clock' | 'corpusSpace'>

const MAX_REMEMBERED = 50
const remembered = new WeakMap<object, Map<string, Promise<ReadonlyMap<string, string>>>>()

/** The code for each signature, without overlays of a workspace. */
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
  for (const oldest of known.keys()) if (known.size > MAX_REMEMBERED) known.delete(oldest)
  return codes
}

async function rateClasses(
  deps: Asked,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const classes = await listClasses(deps.db, { entries: ids, parts: signatureParts(active) })
  const names = classes.map(({ type, key }) => ({ type, name: key }))
  const context = await readContext(deps, scope, active, target, names, { maxHops: 0 })
  const known = assemble({ ...context, decisions: new Map() }, names)
  return new Map(classes.map(({ signature, type, key }) => [signature, known.get(`${type}:${key}`)!.rating.code]))
}

/** The parts of a record that the rules read in addition to its state. */
export function signatureParts(active: ActivePack): SignatureParts {
  const { inputs } = levelTable(active)
  const asked = inputs.filter((input) => !/^(overlay|catalog|options|subject)\./.test(input))
  return {
    type: inputs.includes('subject.type'),
    labels: asked.some((input) => input === 'any_marker' || input.endsWith('.labels')),
    attributes: asked.some((input) => input.includes('.') && !/\.(state|labels|successor_kind)$/.test(input)),
  }
}
