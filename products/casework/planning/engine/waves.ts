// Cuts the ordered items into waves with a purpose and a reviewable size. Pure.
import { RESEARCH, REST } from './precede.ts'

export interface Wave {
  n: number
  title: string
  purpose: string
  /** Indexes of the items, in order. */
  items: number[]
}

export interface Waveable {
  stage: number
  /** Person-days. */
  effort: number
  component: string
  /** The title of its action. */
  action: string
}

const STAGES = [
  { title: '', purpose: 'Quick work that makes later work unnecessary.' },
  { title: 'Shared foundations', purpose: 'Fix what many other objects depend on.' },
] as const
const LAST = {
  title: 'Research',
  purpose: 'Investigate what no list covers. This brings no object to the target by itself.',
}

/** The minimum length of a wave in sprints of the whole team, and the maximum number of waves. */
const LEAST_SPRINTS = 2
const MAX_WAVES = 8

export function cutWaves(items: readonly Waveable[], order: readonly number[], sprintCapacity: number): Wave[] {
  const early = STAGES.map(({ title, purpose }, at) => {
    const n = at + 1
    const places = order.filter((place) => items[place]!.stage === n)
    return { n, title: title || actionsOf(items, places), purpose, items: places }
  })
  const rest = order.filter((place) => items[place]!.stage === REST)
  const load = rest.reduce((sum, place) => sum + items[place]!.effort, 0)
  const size = Math.max(LEAST_SPRINTS * sprintCapacity, load / MAX_WAVES)
  const late: number[][] = []
  let filled = 0
  for (const place of rest) {
    if (late.length === 0 || filled >= size * late.length) late.push([])
    late.at(-1)!.push(place)
    filled += items[place]!.effort
  }
  const lifting = [
    ...early.filter(({ items: { length } }) => length > 0),
    ...late.map((places, n) => ({ n: REST + n, ...namedBy(items, places), items: places })),
  ]
  const research = order.filter((place) => items[place]!.stage === RESEARCH)
  if (research.length === 0) return lifting
  return [...lifting, { n: Math.max(REST, (lifting.at(-1)?.n ?? 0) + 1), ...LAST, items: research }]
}

const MAX_NAMED = 3
/** The pack decides which actions come early, so their titles name the wave. */
const actionsOf = (items: readonly Waveable[], places: readonly number[]): string =>
  [...new Set(places.map((place) => items[place]!.action))].slice(0, MAX_NAMED).join(', ')

/** Named after the component with the most work. */
function namedBy(items: readonly Waveable[], places: readonly number[]): { title: string; purpose: string } {
  const load = new Map<string, number>()
  for (const place of places) {
    const { component, effort } = items[place]!
    load.set(component, (load.get(component) ?? 0) + effort)
  }
  const components = [...load].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name)
  const [first = ''] = components
  const others = components.length - 1
  const more = others > 0 ? ` and ${others} more` : ''
  return {
    title: first ? `Lift: ${first}${more}` : 'Lift',
    purpose: 'Bring as many objects to the target as the effort allows.',
  }
}
