// The objects of an estate that an upgrade is most likely to break: those that write to other tables, use dynamic
// calls, or use a technology that the intent names.
import { ACCESSES, type Estate, type EstateObject } from '../../estate/estate.ts'
import { estateOf } from '../../estate/estate-of.ts'
import { counted } from '../../model/counted.ts'
import type { Pack } from '../../packs/pack.ts'
import { namespaceOf } from '../../rating/identity.ts'
import { isOwnName } from '../../rating/own-names.ts'
import { isFullyKnown } from '../../readiness/measure.ts'
import type { Sentence } from '../check.ts'
import { joined } from '../sentences.ts'
import { type Asking, defaultOf, type Material, missing, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { fillTemplate } from './template.ts'

const MAX_SHOWN = 10
const MAX_TARGETS = 5

interface Risky {
  object: EstateObject
  /** The tables that it writes to. */
  on: readonly string[]
  places: number
}

export async function risks(asking: Asking): Promise<Material> {
  const { deps, scope, intent, params, projectId, sources } = asking
  if (!projectId) return nothing('risks', 'No project is selected.', [PROJECT_NEEDED])
  const onto = params.name?.toUpperCase() ?? defaultOf(intent, 'name') ?? ''
  const estate = await estateOf(deps, scope, projectId)
  const kinds = (defaultOf(intent, 'technology') ?? '').split(',')
  // A list of references includes accesses; everything else requires source code.
  const isInLists = kinds.includes('direct_write')
  const wasRead = (object: EstateObject): boolean => isInLists || object.lines > 0
  if (!estate.objects.some((object) => object.has_dependencies && wasRead(object)))
    return missing(
      'risks',
      `No source code${isInLists ? ' or list of references' : ''} has been uploaded to this project yet.`,
    )
  const found = riskyIn(asking, estate, kinds)
  const unsure = estate.objects.filter((object) => !isFullyKnown(object, false) || !wasRead(object)).length
  const shown = found.slice(0, MAX_SHOWN)
  const tables = new Set(found.flatMap(({ on }) => on))
  const cites = sources.computed({
    title: intent.title,
    query: `GET /artifacts?project_id=${projectId}&origin=custom`,
    evidence: estate.evidence_ids[0],
    parts: [
      `${found.length} of ${counted(estate.objects.length, 'custom object')}, ${counted(tables.size, 'table')}, ${onto}`,
      `${unsure} not read in full`,
      ...shown.map(textOf),
    ],
  })
  const value = (text: string | number) => ({ text, cites })
  const say = (text: string): Sentence[] => [{ text, cites }]
  const rest = found.length - shown.length
  return {
    sentences: fillTemplate(intent.template, {
      count: value(found.length),
      total: value(estate.objects.length),
      name: value(onto),
      objects:
        found.length > 0 ? say(`${shown.map(textOf).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`) : undefined,
      unsure:
        unsure > 0
          ? say(`${counted(unsure, 'object was', 'objects were')} not read in full, so there may be more.`)
          : undefined,
    }),
    facts: [{ name: intent.id, value: found.length, citations: cites }],
    steps: [step('risks', 'Analyzed the objects of the project', estate.objects.length)],
  }
}

const textOf = ({ object, on, places }: Risky): string => {
  const more = on.length - MAX_TARGETS
  const targets = on.slice(0, MAX_TARGETS)
  const tables = more > 0 ? `${targets.join(', ')} and ${more} more` : joined(targets)
  return `${object.type} ${object.name}${tables ? `: ${tables}` : ''} (${counted(places, 'place')})`
}

/** Objects with the most places first. */
function riskyIn(asking: Asking, estate: Estate, kinds: readonly string[]): Risky[] {
  const found = kinds.includes('direct_write') ? writersIn(asking, estate) : usersIn(estate, new Set(kinds))
  return found.toSorted((a, b) => b.places - a.places || (a.object.name < b.object.name ? -1 : 1))
}

/** True for tables of the customer or of a partner. */
const isOthers = (pack: Pack, name: string): boolean => isOwnName(pack, name) || namespaceOf(pack, name) === 'partner'

/** Objects that write to standard tables, known from a list of references or from source code. */
function writersIn({ active, params }: Asking, { objects, references, uses }: Estate): Risky[] {
  const write = ACCESSES.indexOf('write')
  const wanted = params.name?.toUpperCase()
  const isWanted = references.map(
    ({ type, name }) =>
      type === 'TABL' && (wanted === undefined ? !isOthers(active.pack, name) : name.toUpperCase() === wanted),
  )
  const byObject = new Map<number, { on: Set<string>; places: number }>()
  for (let at = 0; at < uses.from.length; at++) {
    if (uses.access[at] !== write || !isWanted[uses.to[at]!]) continue
    const one = byObject.get(uses.from[at]!) ?? { on: new Set(), places: 0 }
    one.on.add(references[uses.to[at]!]!.name)
    one.places += uses.sites[at]!
    byObject.set(uses.from[at]!, one)
  }
  return [...byObject].map(([place, { on, places }]) => ({ object: objects[place]!, on: [...on].toSorted(), places }))
}

function usersIn({ objects }: Estate, kinds: ReadonlySet<string>): Risky[] {
  return objects.flatMap((object) => {
    const places = kinds.has('dynamic_call')
      ? object.dynamic_calls
      : object.technologies.filter(({ kind }) => kinds.has(kind)).length
    return places > 0 ? [{ object, on: [], places }] : []
  })
}
