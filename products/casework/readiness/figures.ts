// Turns totals into the figures of a readiness. Pure: every constant comes from the pack.

import type { Readiness } from '@veritrace/contract/casework/readiness'
import { counted } from '../model/counted.ts'
import type { Pack, Scoring } from '../packs/pack.ts'
import type { Totals } from './totals.ts'
import { confidenceOfWindow, usageDays } from './usage.ts'

/** Properties of the evidence as a whole. */
export interface Setting {
  usageWindowDays: number
  isAtcComplete: boolean
}

/** The parts of a pack that figures need. */
type FigurePack = Pick<Pack, 'scoring' | 'importers' | 'scheme'>

type Distribution = Readiness['distribution']

/** The codes of the scheme, best first, followed by its code for unknown. */
export const scaleOf = ({ scheme }: Pick<Pack, 'scheme'>): string[] => [...scheme.codes, scheme.unknown]

export function distributionOf(totals: Totals, scale: readonly string[]): Distribution {
  const executions = totals.executionsByCode.reduce((sum, count) => sum + count, 0)
  return scale.map((code, at) => {
    const objects = totals.byCode[at]!
    const share = ratio(objects, totals.objects)
    return {
      code,
      objects,
      share,
      weighted_share: executions > 0 ? ratio(totals.executionsByCode[at]!, executions) : share,
    }
  })
}

export const acceptableOf = (totals: Totals): Readiness['acceptable'] => ({
  objects: totals.acceptable,
  share: ratio(totals.acceptable, totals.objects),
})

/** Without objects the interval is 0 to 1. */
export const intervalOf = (totals: Totals): Readiness['interval'] => ({
  low: ratio(totals.low, totals.objects),
  point: ratio(totals.acceptable, totals.objects),
  high: totals.objects === 0 ? 1 : ratio(totals.high, totals.objects),
})

export function kpisOf(totals: Totals, pack: FigurePack, setting: Setting): Readiness['kpis'] {
  const { scoring } = pack
  const scale = scaleOf(pack)
  const [best = 0, second = 0] = totals.byCode
  const hasAtc = totals.withAtc > 0
  return {
    clean_core_share: {
      a: ratio(best, totals.objects),
      ab: ratio(best + second, totals.objects),
      definition: `Share of objects rated ${scale[0]}, and rated ${scale[0]} or ${scale[1]}; unknown ones count as neither.`,
    },
    technical_debt_score: {
      value: hasAtc ? debtOfFindings(totals, scoring) : debtOfUses(totals, scale, scoring),
      direction: 'higher_is_worse',
      formula: debtFormula(scoring),
      source: hasAtc ? 'atc' : 'derived',
    },
    unused_code_share: {
      value: totals.withUsage === 0 ? null : ratio(totals.unused, totals.withUsage),
      window_days: setting.usageWindowDays,
      confidence: totals.withUsage === 0 ? 'none' : confidenceOfWindow(setting.usageWindowDays, pack),
    },
    modifications: { value: totals.byTechnology.modification ?? 0 },
    readiness_index: {
      value: totals.index.weight === 0 ? null : rounded((100 * totals.index.sum) / totals.index.weight),
      direction: 'higher_is_better',
      origin: 'casework’s own figure, not published by SAP or anyone else',
    },
  }
}

const PRIORITIES = ['p1', 'p2', 'p3', 'p4'] as const
const debtOfFindings = (totals: Totals, { debt }: Scoring): number =>
  PRIORITIES.reduce((sum, priority, at) => sum + (debt[priority] ?? 0) * totals.findings[at]!, 0)

/** Without checks, each use of a reference counts as the finding that a check would report. */
const debtOfUses = (totals: Totals, scale: readonly string[], { debt }: Scoring): number =>
  scale.reduce((sum, code, at) => sum + (debt[code] ?? 0) * totals.usesByCode[at]!, 0)

const debtFormula = ({ debt }: Scoring): string =>
  PRIORITIES.filter((priority) => debt[priority])
    .map((priority) => `${debt[priority]}*${priority.toUpperCase()}`)
    .join('+')

export function coverageOf(totals: Totals, { isAtcComplete }: Setting): Readiness['coverage'] {
  const parsed = ratio(totals.parsed, totals.objects)
  const shares = [totals.withDependencies, totals.withAtc, totals.withUsage].map((part) => ratio(part, totals.objects))
  return {
    objects_total: totals.objects,
    with_dependencies: totals.withDependencies,
    with_atc: totals.withAtc,
    with_usage: totals.withUsage,
    parsed_ratio: parsed,
    dynamic_calls: totals.dynamicCalls,
    atc_object_set_complete: isAtcComplete,
    score: rounded((shares.reduce((sum, share) => sum + share, 0) / shares.length) * parsed),
  }
}

export function confidenceOf(
  coverage: Readiness['coverage'],
  pack: FigurePack,
  setting: Setting,
): Readiness['confidence'] {
  const { bands } = pack.scoring
  const band = coverage.score >= bands.high ? 'high' : coverage.score >= bands.medium ? 'medium' : 'low'
  return { band, reasons: gapsOf(coverage, pack, setting) }
}

function gapsOf(coverage: Readiness['coverage'], pack: FigurePack, setting: Setting): string[] {
  const all = coverage.objects_total
  if (all === 0) return ['No evidence has been read.']
  const gaps: string[] = []
  const lacking = (count: number, one: string, many: string) => {
    const without = all - count
    if (without > 0) gaps.push(`${without} of ${counted(all, 'object')} ${without === 1 ? one : many}.`)
  }
  lacking(coverage.with_dependencies, 'was not searched for references', 'were not searched for references')
  lacking(coverage.with_atc, 'has no check result', 'have no check result')
  lacking(coverage.with_usage, 'has no usage data', 'have no usage data')
  if (coverage.parsed_ratio < 1) gaps.push(`${percent(1 - coverage.parsed_ratio)} of the source was not understood.`)
  if (coverage.dynamic_calls === 1) gaps.push('One call is resolved only at run time.')
  if (coverage.dynamic_calls > 1) gaps.push(`${coverage.dynamic_calls} calls are resolved only at run time.`)
  if (coverage.with_atc > 0 && !coverage.atc_object_set_complete)
    gaps.push('The check result may not cover every object.')
  if (coverage.with_usage > 0 && setting.usageWindowDays < usageDays(pack).low)
    gaps.push(`Usage was recorded for only ${setting.usageWindowDays} days.`)
  return gaps
}

/** Whole percent; 0 and 100 only if exact. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  if (whole === 100 && share < 1) return 'over 99%'
  return whole === 0 && share > 0 ? 'under 1%' : `${whole}%`
}

/** Rounds, so that results are equal on every machine and short in JSON. */
const rounded = (number: number): number => Math.round(number * 1e6) / 1e6
export const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : rounded(part / whole))
