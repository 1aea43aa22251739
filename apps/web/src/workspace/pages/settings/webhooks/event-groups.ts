// What happens, by what it happens to. `page.*` stands for all of a group, also for what it will have one day.
import { EVENT_TYPES, wants } from '@veritrace/contract/event-types'
import { acting } from '../../../../session/acting.ts'

export interface Group {
  thing: string
  label: string
  all: string[]
  /** Those that fit what is looked for. */
  shown: { type: string; text: string }[]
}

const LABELS: Readonly<Record<string, string>> = {
  api_key: 'API keys',
  pat: 'Personal tokens',
  page: 'Trust pages',
  request: 'Trust requests',
  graph_sync: 'Graph',
  checkout: 'Checkout',
}
const labelOf = (thing: string): string =>
  LABELS[thing] ?? `${thing[0]!.toUpperCase()}${thing.slice(1).replaceAll('_', ' ')}`

/** Of the products that run here; what this one is about comes first. */
const PARTS = (['provenance', 'account', 'graph', 'casework'] as const).filter(
  (part) => part === 'account' || acting?.products.includes(part),
)
const TEXTS: ReadonlyMap<string, string> = new Map(PARTS.flatMap((part) => Object.entries<string>(EVENT_TYPES[part])))
const thingOf = (type: string): string => type.split('.')[0]!

export function groupsOf(q: string, chosen: readonly string[]): Group[] {
  // What was chosen by a program may be of a product that is not here.
  const single = chosen.filter((type) => !type.endsWith('*') && !TEXTS.has(type))
  const all = [...TEXTS.keys(), ...single]
  return [...Map.groupBy(all, thingOf)]
    .map(([thing, types]) => {
      const label = labelOf(thing)
      const shown = types.map((type) => ({ type, text: TEXTS.get(type) ?? '' }))
      const isNamed = label.toLowerCase().includes(q)
      return { thing, label, all: types, shown: isNamed ? shown : shown.filter((one) => fits(one, q)) }
    })
    .filter(({ shown }) => shown.length > 0)
}
const fits = ({ type, text }: { type: string; text: string }, q: string): boolean =>
  type.includes(q) || text.toLowerCase().includes(q)

/** None chosen is none here; for the server it would be all. */
export const isChosen = (chosen: readonly string[], type: string): boolean => chosen.length > 0 && wants(chosen, type)

const without = (chosen: readonly string[], { thing }: Group): string[] =>
  chosen.filter((type) => thingOf(type) !== thing)

export const toggleAll = (chosen: readonly string[], group: Group): string[] =>
  group.all.every((type) => isChosen(chosen, type))
    ? without(chosen, group)
    : [...without(chosen, group), `${group.thing}.*`]

export function toggleOne(chosen: readonly string[], type: string, group: Group): string[] {
  const was = group.all.filter((one) => isChosen(chosen, one))
  const now = was.includes(type) ? was.filter((one) => one !== type) : [...was, type]
  return [...without(chosen, group), ...now]
}
