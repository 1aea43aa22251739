// Event types grouped by resource. `page.*` includes all types of the group, even future ones.
import { EVENT_TYPES, wants } from '@veritrace/contract/event-types'
import { acting } from '../../../../session/acting.ts'

export interface Group {
  thing: string
  label: string
  all: string[]
  /** The types that match the search. */
  shown: { type: string; text: string }[]
}

const LABELS: Readonly<Record<string, string>> = {
  api_key: 'API keys',
  pat: 'Personal access tokens',
  page: 'Trust pages',
  request: 'Trust requests',
  graph_sync: 'Graph',
  checkout: 'Checkout',
}
const labelOf = (thing: string): string =>
  LABELS[thing] ?? `${thing[0]!.toUpperCase()}${thing.slice(1).replaceAll('_', ' ')}`

/** The products that run here, this one first. */
const PARTS = (['provenance', 'account', 'graph', 'casework'] as const).filter(
  (part) => part === 'account' || acting?.products.includes(part),
)
const TEXTS: ReadonlyMap<string, string> = new Map(PARTS.flatMap((part) => Object.entries<string>(EVENT_TYPES[part])))
const thingOf = (type: string): string => type.split('.')[0]!

export function groupsOf(q: string, chosen: readonly string[]): Group[] {
  // Types chosen through the API may belong to a product that does not run here.
  const single = chosen.filter((type) => !type.endsWith('*') && !TEXTS.has(type))
  const all = [...TEXTS.keys(), ...single]
  return [...Map.groupBy(all, thingOf)]
    .map(([thing, types]) => {
      const label = labelOf(thing)
      const shown = types.map((type) => ({ type, text: TEXTS.get(type) ?? '' }))
      const isNamed = label.toLowerCase().includes(q)
      return { thing, label, all: types, shown: isNamed ? shown : shown.filter((one) => matches(one, q)) }
    })
    .filter(({ shown }) => shown.length > 0)
}
const matches = ({ type, text }: { type: string; text: string }, q: string): boolean =>
  type.includes(q) || text.toLowerCase().includes(q)

/** In this form, an empty list means no events; for the server it means all. */
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
