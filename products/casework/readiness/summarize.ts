// The figures of one or several projects combined, with the text that says what is unknown. Pure.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { digestOf } from '../model/digest.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import {
  acceptableOf,
  confidenceOf,
  coverageOf,
  distributionOf,
  intervalOf,
  kpisOf,
  type Setting,
  scaleOf,
} from './figures.ts'
import { headlineOf } from './headline.ts'
import type { MeasuredProject } from './measure-project.ts'
import { sumTotals } from './totals.ts'

type Summary = Pick<
  Readiness,
  'inputs' | 'headline' | 'distribution' | 'acceptable' | 'interval' | 'kpis' | 'coverage' | 'confidence' | 'warnings'
>
type Part = Pick<MeasuredProject, 'projectId' | 'estate' | 'measured' | 'entries' | 'digest'>

export function summarize(
  { active, target }: { active: ActivePack; target: TargetProfile },
  parts: readonly Part[],
): Summary {
  const { pack } = active
  const scale = scaleOf(pack)
  const totals = sumTotals(
    parts.map(({ measured }) => measured.totals),
    scale.length,
  )
  const setting = settingOf(parts)
  const coverage = coverageOf(totals, setting)
  const figures = {
    distribution: distributionOf(totals, scale),
    acceptable: acceptableOf(totals),
    interval: intervalOf(totals),
    coverage,
    confidence: confidenceOf(coverage, pack, setting),
  }
  return {
    inputs: {
      evidence_ids: parts.flatMap(({ estate }) => estate.evidence_ids),
      catalog_entries: [...new Set(parts.flatMap(({ entries }) => entries))],
      digest: digestOf({ pack: active.revision, target: target.profile_id, parts: parts.map(({ digest }) => digest) }),
    },
    headline: headlineOf(active, target.label, figures),
    ...figures,
    kpis: kpisOf(totals, pack, setting),
    warnings: warningsOf(target, parts),
  }
}

/** The shortest usage window; complete only if every checked project is. */
function settingOf(parts: readonly Part[]): Setting {
  const windows = parts.filter(({ measured }) => measured.totals.withUsage > 0)
  const checked = parts.filter(({ measured }) => measured.totals.withAtc > 0)
  return {
    usageWindowDays: windows.length === 0 ? 0 : Math.min(...windows.map(({ estate }) => estate.usage_window_days)),
    isAtcComplete: checked.length > 0 && checked.every(({ estate }) => estate.atc_object_set_complete),
  }
}

function warningsOf(target: TargetProfile, parts: readonly Part[]): string[] {
  const empty = parts.length > 0 && parts.every(({ entries }) => entries.length === 0)
  return empty ? [`No list of ${target.label} has been imported, so everything outside the project is unknown.`] : []
}
