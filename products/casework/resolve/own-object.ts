// The verdict on a customer's own object: its rating is the worst of the artifacts it uses.

import type { Estate } from '../estate/estate.ts'
import { estateRef, type Named, OUTSIDE, shortForm } from '../model/artifacts.ts'
import { counted } from '../model/counted.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { Known } from '../rating/known.ts'
import type { Asked } from '../rating/lists.ts'
import { lookUp } from '../rating/look-up.ts'
import { measure } from '../readiness/measure.ts'
import { objectRating } from '../readiness/object-rating.ts'
import type { Verdict } from './compose.ts'
import type { Reading } from './read-query.ts'

export interface Own {
  place: number
  refOf(pack: string, tenant: string): ReturnType<typeof estateRef>
}

export function findOwn(estate: Estate, { names, type }: Pick<Reading, 'names' | 'type'>): Own | undefined {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const place = estate.objects.findIndex(
    (object) => wanted.has(object.name.toLowerCase()) && (type === undefined || type === object.type),
  )
  if (place < 0) return undefined
  return { place, refOf: (pack, tenant) => estateRef(pack, tenant, estate.system, estate.objects[place]!) }
}

interface OwnObject {
  active: ActivePack
  target: TargetProfile
  estate: Estate
  place: number
}

export async function ownVerdict(deps: Asked, scope: Scope, own: OwnObject): Promise<Verdict> {
  const { active, target, estate, place } = own
  const object = estate.objects[place]!
  const references = referencesOf(estate, place)
  const known = await lookUp(deps, scope, active, target, references, { maxHops: 1, project: estate })
  const measured = measure(estate, known, active, target, { objects: [place] })
  const rating = objectRating(active, { estate, measured }, place)
  const acceptable = measured.acceptable[place] === 1
  const worst = rating.worst_known && rating.worst_known !== rating.code ? rating.worst_known : undefined
  const headline = `${object.type} ${object.name} is ${rating.label} for ${target.label}${worst ? `; the worst known rating is ${worst}` : ''}.`
  const artifact = estateRef(active.pack.ref.id, scope.tenant, estate.system, object)
  return {
    known: { named: object, artifact, facts: [], rating, acceptable, successors: [], citations: [] },
    rating,
    acceptable,
    ...NOTHING,
    headline,
    text_md: `${headline}\n\nIt refers to ${counted(references.length, 'object')} outside the project.${blockedBy(known)}`,
  }
}
/** The artifacts it uses that are not acceptable. */
function blockedBy(known: ReadonlyMap<string, Known>): string {
  const names = [...known.values()]
    .filter(({ acceptable }) => acceptable === false)
    .map(
      ({ named, artifact, rating }) =>
        `${named.type} ${named.name} (${artifact.kind === OUTSIDE ? 'custom, not in the upload' : rating.code})`,
    )
    .toSorted()
  if (names.length === 0) return ''
  const more = names.length - MAX_SHOWN
  return ` It is blocked by ${names.slice(0, MAX_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
const MAX_SHOWN = 8
const NOTHING = { labels: [], states: [], successors: [], actions: [], history: [], citations: [], conflicts: [] }

/** The artifacts that one object uses, without duplicates. */
export function referencesOf({ uses, references }: Estate, place: number): Named[] {
  const found = new Map<string, Named>()
  for (let at = 0; at < uses.from.length; at++) {
    if (uses.from[at] !== place) continue
    const reference = references[uses.to[at]!]!
    found.set(shortForm(reference), reference)
  }
  return [...found.values()]
}
