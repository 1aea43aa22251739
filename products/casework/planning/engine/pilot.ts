// If no package lifts an object alone, a pilot brings one whole component to the target: the plan shows an early
// result, and its actual effort helps to estimate the rest. Pure.
import { componentOf } from './components.ts'
import type { PlanInput } from './input.ts'
import type { Parcel, Part } from './parcels.ts'
import { pointsOf } from './part-points.ts'

export interface Pilot {
  component: string
  objects: ReadonlySet<number>
  parts: Part[]
}

/** The minimum number of objects for which a pilot is worthwhile. */
const WORTH_A_PILOT = 20

/** Undefined if a package lifts an object alone, or if nothing can be lifted. */
export function findPilot(input: PlanInput, parcels: readonly Parcel[]): Pilot | undefined {
  const touching = new Map<number, number>()
  const stuck = new Set<number>()
  for (const { objects, parts } of parcels) {
    for (const at of objects) touching.set(at, (touching.get(at) ?? 0) + 1)
    for (const { fix, objects: own } of parts) if (!fix.reachesTarget) for (const at of own) stuck.add(at)
  }
  const open = [...touching].filter(([at]) => !stuck.has(at))
  if (open.length < WORTH_A_PILOT || open.some(([, count]) => count === 1)) return undefined
  const components = Map.groupBy(
    open.map(([at]) => at),
    (at) => componentOf(input, at),
  )
  if (components.size < 2) return undefined
  const all = [...components].map(([component, members]): Pilot & { perDay: number } => {
    const objects = new Set(members)
    const parts = parcels.flatMap((one) => one.parts.flatMap((part) => within(part, (at) => objects.has(at)) ?? []))
    const days = parts.reduce((sum, part) => sum + pointsOf(part).likely, 0)
    return { component, objects, parts, perDay: objects.size / Math.max(0.1, days) }
  })
  return all.reduce((best, one) => (one.perDay > best.perDay ? one : best))
}

/** The parts that remain outside the pilot. */
export const without = ({ parts }: Parcel, { objects }: Pilot): Part[] =>
  parts.flatMap((part) => within(part, (at) => !objects.has(at)) ?? [])

function within({ fix, objects }: Part, isWanted: (at: number) => boolean): Part | undefined {
  const own = objects.filter(isWanted)
  if (own.length === 0) return undefined
  const wanted = new Set(own)
  const sites = fix.objects.reduce((sum, at, n) => sum + (wanted.has(at) ? fix.sites[n]! : 0), 0)
  return { fix, objects: own, sites }
}
