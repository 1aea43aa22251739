// The risk of an item with reasons, by the pack's rules. Pure.
import type { PlanItem } from '@veritrace/contract/casework/plan'
import type { ActivePack } from '../../packs/packs.ts'
import { type DecisionTable, decide, type Inputs } from '../../packs/rules.ts'
import type { PlanInput } from './input.ts'
import type { Parcel } from './parcels.ts'

type Risk = Pick<PlanItem, 'risk' | 'risk_reasons'>

/** The first matching row decides the risk; the reasons come from all matching rows. */
export function openRisk({ pack }: ActivePack): (inputs: Inputs) => Risk {
  const table = pack.tables.risk
  if (!table) return () => ({ risk: 'low', risk_reasons: [] })
  // The remaining rows after each row, to find the next reason.
  const tails = table.rows.map((_, at): DecisionTable => ({ ...table, rows: table.rows.slice(at) }))
  const placeOf = new Map(table.rows.map(({ id }, at) => [id, at]))
  return (inputs) => {
    const first = decide(table, inputs)
    const reasons: string[] = []
    for (let at = 0; at < tails.length; ) {
      const { row, then } = decide(tails[at]!, inputs)
      at = placeOf.get(row)! + 1
      const isLast = at === tails.length
      if (then.reason && (!isLast || reasons.length === 0)) reasons.push(String(then.reason))
    }
    return { risk: asRisk(first.then.risk), risk_reasons: reasons }
  }
}

const asRisk = (value: unknown): Risk['risk'] => (value === 'high' || value === 'medium' ? value : 'low')

export function riskInputs({ estate, active }: PlanInput, parcel: Parcel, dependents: number): Inputs {
  const objects = parcel.objects.map((at) => estate.objects[at]!)
  const abouts = parcel.parts.map(({ fix }) => fix.about)
  const known = abouts.flatMap((about) => (about.kind === 'pattern' && about.known ? [about.known] : []))
  const codes = abouts.flatMap((about) => (about.kind === 'technology' ? [about.technology.code] : []))
  const last = known.flatMap(({ successors }) => successors.filter(({ terminal }) => terminal))
  return {
    action: parcel.action.id,
    access: [...new Set(abouts.flatMap((about) => (about.kind === 'pattern' ? [about.access] : [])))],
    code: worstOf(active, [...codes, ...known.map(({ rating }) => rating.code)]),
    'conflicts.count': known.reduce((sum, { rating }) => sum + rating.conflicts.length, 0),
    'coverage.dynamic_calls': objects.reduce((sum, { dynamic_calls }) => sum + dynamic_calls, 0),
    'coverage.parsed_ratio': objects.reduce((least, { parsed_ratio }) => Math.min(least, parsed_ratio), 1),
    'coverage.has_usage': objects.every(({ executions }) => executions !== null),
    'objects.count': objects.length,
    fan_in: dependents,
    executions: objects.reduce((sum, { executions }) => sum + (executions ?? 0), 0),
    needs_decision: parcel.parts.some(({ fix }) => fix.chosen.needs_decision !== undefined),
    'successors.available': last.length === 0 ? undefined : last.some(({ available }) => available),
  }
}

const worstOf = ({ pack }: ActivePack, codes: readonly string[]): string =>
  codes.reduce(
    (worst, code) => (pack.scheme.codes.indexOf(code) > pack.scheme.codes.indexOf(worst) ? code : worst),
    pack.scheme.unknown,
  )
