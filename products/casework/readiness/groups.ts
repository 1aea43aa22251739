// The figures by package, component, owner or type. Pure.
import type { GROUPINGS, Readiness } from '@veritrace/contract/casework/readiness'
import type { Estate, EstateObject } from '../estate/estate.ts'
import { acceptableOf, distributionOf, intervalOf } from './figures.ts'
import type { Measured } from './measure.ts'
import { emptyTotals, type Totals } from './totals.ts'

export type Grouping = (typeof GROUPINGS)[number]
/** The group of objects without a package, or without an owner. */
const NONE = ''

/** Largest groups first. */
export function groupsOf(parts: readonly { estate: Estate; measured: Measured }[], by: Grouping): Readiness['groups'] {
  const scale = parts[0]?.measured.scale ?? []
  const groups = new Map<string, Totals>()
  for (const { estate, measured } of parts)
    for (const [at, object] of estate.objects.entries()) {
      if (measured.counted[at] === 0) continue
      const name = object[by] || NONE
      const totals = groups.get(name) ?? emptyTotals(scale.length)
      groups.set(name, totals)
      add(totals, object, measured, at)
    }
  return [...groups]
    .map(([group, totals]) => ({
      group,
      objects: totals.objects,
      distribution: distributionOf(totals, scale),
      acceptable: acceptableOf(totals),
      interval: intervalOf(totals),
    }))
    .sort((a, b) => b.objects - a.objects || (a.group < b.group ? -1 : 1))
}

function add(totals: Totals, object: EstateObject, measured: Measured, at: number): void {
  totals.objects++
  totals.byCode[measured.code[at]!]!++
  totals.executionsByCode[measured.code[at]!]! += object.executions ?? 0
  totals.acceptable += measured.acceptable[at]!
  totals.low += measured.acceptable[at]! & measured.final[at]!
  totals.high += measured.possible[at]!
}
