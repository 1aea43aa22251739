// Sums over objects from which all figures are computed, for one project or many. Pure.
import type { EstateObject } from '../estate/estate.ts'

export interface Totals {
  objects: number
  /** By index in the scale. */
  byCode: number[]
  executionsByCode: number[]
  acceptable: number
  /** Acceptable, and missing evidence cannot change it. */
  low: number
  /** Acceptable, or possibly acceptable because evidence is missing. */
  high: number
  index: { sum: number; weight: number }
  withDependencies: number
  withAtc: number
  withUsage: number
  unused: number
  parsed: number
  dynamicCalls: number
  /** Number of check findings by priority, 1 to 4. */
  findings: [number, number, number, number]
  /** Number of uses by code of the reference. */
  usesByCode: number[]
  byTechnology: Record<string, number>
}

interface Rolled {
  code: number
  isFinal: boolean
}

interface Judged {
  isAcceptable: boolean
  couldPass: boolean
  /** Value of its code in the index. */
  value: number
}

export const emptyTotals = (codes: number): Totals => ({
  objects: 0,
  byCode: new Array<number>(codes).fill(0),
  executionsByCode: new Array<number>(codes).fill(0),
  acceptable: 0,
  low: 0,
  high: 0,
  index: { sum: 0, weight: 0 },
  withDependencies: 0,
  withAtc: 0,
  withUsage: 0,
  unused: 0,
  parsed: 0,
  dynamicCalls: 0,
  findings: [0, 0, 0, 0],
  usesByCode: new Array<number>(codes).fill(0),
  byTechnology: {},
})

/** w = log10(10 + executions), or 1 without usage data: busy objects count more, but not in proportion. */
const weightOf = (executions: number | null): number => (executions === null ? 1 : Math.log10(10 + executions))

export function addObject(totals: Totals, object: EstateObject, { code, isFinal }: Rolled, judged: Judged): void {
  const weight = weightOf(object.executions)
  totals.objects++
  totals.byCode[code]!++
  totals.executionsByCode[code]! += object.executions ?? 0
  totals.index.sum += weight * judged.value
  totals.index.weight += weight
  if (judged.isAcceptable) totals.acceptable++
  if (judged.isAcceptable && isFinal) totals.low++
  if (judged.couldPass) totals.high++
  if (object.has_dependencies) totals.withDependencies++
  if (object.has_atc) totals.withAtc++
  if (object.executions !== null) totals.withUsage++
  if (object.executions === 0) totals.unused++
  totals.parsed += object.parsed_ratio
  totals.dynamicCalls += object.dynamic_calls
  for (let priority = 0; priority < 4; priority++) totals.findings[priority]! += object.findings[priority]!
  for (const { kind } of object.technologies) totals.byTechnology[kind] = (totals.byTechnology[kind] ?? 0) + 1
}

/** Adds the totals of several projects; no object belongs to two. */
export function sumTotals(parts: readonly Totals[], codes: number): Totals {
  const sum = emptyTotals(codes)
  for (const part of parts) {
    for (const field of PLAIN) sum[field] += part[field]
    sum.index.sum += part.index.sum
    sum.index.weight += part.index.weight
    addEach(sum.byCode, part.byCode)
    addEach(sum.executionsByCode, part.executionsByCode)
    addEach(sum.findings, part.findings)
    addEach(sum.usesByCode, part.usesByCode)
    for (const [kind, count] of Object.entries(part.byTechnology))
      sum.byTechnology[kind] = (sum.byTechnology[kind] ?? 0) + count
  }
  return sum
}

const PLAIN = [
  'objects',
  'acceptable',
  'low',
  'high',
  'withDependencies',
  'withAtc',
  'withUsage',
  'unused',
  'parsed',
  'dynamicCalls',
] as const

function addEach(into: number[], numbers: readonly number[]): void {
  for (const [at, number] of numbers.entries()) into[at]! += number
}
