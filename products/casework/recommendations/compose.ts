// Composes recommendations: one action for each issue that keeps objects from the target. Deterministic and pure.

import type { ArtifactRef, Citation } from '@veritrace/contract/casework/shapes'
import type { CaseReading } from '../cases/read-case-scope.ts'
import { matchItems } from '../documents/match-guidance.ts'
import { effortOf } from '../effort/pert.ts'
import { pointsFor } from '../effort/points.ts'
import { estateRef, shortForm } from '../model/artifacts.ts'
import { counted } from '../model/counted.ts'
import type { Action } from '../packs/pack.ts'
import { type Fix, findFixes } from '../planning/engine/fixes.ts'
import type { PlanInput } from '../planning/engine/input.ts'
import { labelOf, type Parcel } from '../planning/engine/parcels.ts'
import { openRisk, riskInputs } from '../planning/engine/risk.ts'
import { mechanicalTitle } from '../readiness/pattern-titles.ts'
import { liftOf } from './lift.ts'
import type { RecommendationBody } from './tables.ts'

export interface Composed {
  key: string
  action_id: string
  body: RecommendationBody
}

/** The maximum number of recommendations; any further ones would help only a few objects each. */
export const MAX_RECOMMENDATIONS = 500
const MAX_ARTIFACTS = 20
const MAX_CITATIONS = 10
const MAX_SUCCESSORS = 10
const MAX_GUIDANCE = 5
const MAX_OBJECTS = 5_000

const NO_CONSTRAINTS = { objects: new Set<number>(), fixes: new Set<string>(), words: new Set<string>(), unknown: [] }

export function composeRecommendations(
  reading: Pick<CaseReading, 'subject' | 'measured'>,
  now: Date,
): { all: Composed[]; left: number } {
  const input = planInputOf(reading, now)
  const fixes = findFixes(input, reading.measured, NO_CONSTRAINTS)
  const lifts = fixes.map((fix) => ({ fix, lift: liftOf(input, reading.measured, fix) }))
  lifts.sort(
    (a, b) =>
      a.fix.finding.rank - b.fix.finding.rank ||
      b.lift.objects_reaching_target - a.lift.objects_reaching_target ||
      b.lift.objects_improved - a.lift.objects_improved ||
      (a.fix.key < b.fix.key ? -1 : 1),
  )
  const compose = openComposer(input)
  const all = lifts.slice(0, MAX_RECOMMENDATIONS).map(({ fix, lift }) => compose(fix, lift))
  return { all, left: Math.max(0, lifts.length - MAX_RECOMMENDATIONS) }
}

/** The planning engine requires constraints, which do not affect recommendations. */
const planInputOf = ({ subject }: Pick<CaseReading, 'subject'>, now: Date): PlanInput => ({
  ...subject,
  constraints: { capacity_fte: 3, days_per_week: 5, sprint_days: 10, start_date: now.toISOString().slice(0, 10) },
  objective: 'balanced',
  granularity: 'pattern',
  seed: 1,
})

function openComposer(input: PlanInput): (fix: Fix, lift: RecommendationBody['lift']) => Composed {
  const { active } = input
  const riskOf = openRisk(active)
  return (fix, lift) => {
    const { about, chosen, objects } = fix
    const known = about.kind === 'pattern' ? about.known : undefined
    const code = known?.rating.code ?? (about.kind === 'technology' ? about.technology.code : undefined)
    const guidance = matchItems(active.pack, {
      ...(code !== undefined && { codes: [code] }),
      actions: [chosen.action.id],
      ...(about.kind === 'pattern' && { type: about.reference.type, name: about.reference.name }),
    })
    const body: RecommendationBody = {
      title: titleOf(fix),
      rationale_md: rationaleOf(fix, lift),
      ...patternOf(fix),
      artifacts: objects.slice(0, MAX_ARTIFACTS).map((at) => refOf(input, at)),
      artifacts_total: objects.length,
      alternatives: alternativesOf(fix),
      ...(chosen.needs_decision && { needs_decision: chosen.needs_decision }),
      lift,
      effort: effortFor(chosen.action, fix),
      ...riskOf(riskInputs(input, parcelOf(fix), 0)),
      confidence: confidenceOf(input, fix),
      guidance_ids: guidance
        .toSorted((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
        .slice(0, MAX_GUIDANCE)
        .map(({ item }) => item.id),
      citations: citationsOf(fix),
      // Without a pattern, a decision concerns each object itself, so the objects are listed.
      ...(about.kind !== 'pattern' && {
        objects: objects.slice(0, MAX_OBJECTS).map((at) => shortForm(input.estate.objects[at]!)),
      }),
    }
    return { key: fix.key, action_id: chosen.action.id, body }
  }
}

function titleOf(fix: Fix): string {
  const { about, finding, chosen, sites } = fix
  return about.kind === 'pattern' && finding.isMechanical
    ? mechanicalTitle(about.reference, about.known, total(sites))
    : `${chosen.action.title}: ${labelOf(fix)}`
}

const total = (sites: readonly number[]): number => sites.reduce((sum, number) => sum + number, 0)

function rationaleOf({ about, chosen, objects, sites }: Fix, lift: RecommendationBody['lift']): string {
  const places = total(sites)
  const where =
    about.kind === 'pattern'
      ? `${counted(places, 'place')} in ${counted(objects.length, 'object')}`
      : counted(objects.length, 'object')
  const gain =
    lift.objects_reaching_target > 0
      ? `This fix alone brings ${counted(lift.objects_reaching_target, 'object')} to the target.`
      : 'This fix alone brings no object to the target, because other issues block the same objects.'
  return [`${where}: ${chosen.why} \`${chosen.rule.id}\``, '', gain].join('\n')
}

function patternOf({ about }: Fix): Pick<RecommendationBody, 'pattern'> {
  if (about.kind !== 'pattern' || !about.known) return {}
  const { artifact, rating, successors } = about.known
  const last = successors.filter(({ terminal }) => terminal).slice(0, MAX_SUCCESSORS)
  return {
    pattern: {
      reference: artifact,
      access: about.access,
      code: rating.code,
      successors: last.map((one) => one.artifact),
    },
  }
}

/** Each successor if there are several, then the other actions that the rules allow. */
function alternativesOf(fix: Fix): RecommendationBody['alternatives'] {
  const { about, chosen } = fix
  const last =
    about.kind === 'pattern'
      ? (about.known?.successors ?? []).filter(({ terminal, relation }) => terminal && relation !== 'concept')
      : []
  const bySuccessor =
    last.length < 2
      ? []
      : last.slice(0, MAX_SUCCESSORS).map(({ named, artifact, code }) => ({
          id: `successor:${shortForm(named)}`,
          action_id: chosen.action.id,
          title: `${chosen.action.title} by ${artifact.label}`,
          effort: effortFor(chosen.action, fix),
          resulting_code: code,
        }))
  const byAction = chosen.alternatives.map((action) => ({
    id: action.id,
    action_id: action.id,
    title: action.title,
    effort: effortFor(action, fix),
    resulting_code: action.resulting_code,
  }))
  return [...bySuccessor, ...byAction]
}

const effortFor = (action: Action, { about, objects, sites }: Fix): RecommendationBody['effort'] =>
  effortOf(
    pointsFor(action, {
      isPattern: about.kind === 'pattern',
      objects: objects.length,
      sites: total(sites),
    }),
  )

const parcelOf = (fix: Fix): Parcel => ({
  key: fix.key,
  action: fix.chosen.action,
  parts: [{ fix, objects: fix.objects, sites: 0 }],
  objects: fix.objects,
  points: fix.chosen.action.effort,
  group: fix.key,
  title: titleOf(fix),
})

/** Lower if no list has the artifact, if sources disagree, or if the source was only partly parsed. */
function confidenceOf({ estate }: PlanInput, { about, objects }: Fix): number {
  const parsed = objects.reduce((sum, at) => sum + estate.objects[at]!.parsed_ratio, 0) / Math.max(1, objects.length)
  if (about.kind !== 'pattern') return rounded(0.9 * parsed)
  const { known } = about
  const listed = known && known.facts.length > 0 ? 1 : 0.6
  const agreed = known && known.rating.conflicts.length > 0 ? 0.85 : 1
  const settled = known?.rating.status === 'provisional' ? 0.9 : 1
  return rounded(listed * agreed * settled * parsed)
}
const rounded = (number: number): number => Math.round(number * 100) / 100

function citationsOf({ about }: Fix): Citation[] {
  const records = about.kind === 'pattern' ? (about.known?.citations ?? []) : []
  return records.slice(0, MAX_CITATIONS).map((citation, at) => ({ ...citation, n: at + 1 }))
}

function refOf({ estate, known, active, tenant }: PlanInput, at: number): ArtifactRef {
  const { type, name } = estate.objects[at]!
  return tenant === undefined
    ? known.get(shortForm({ type, name }))!.artifact
    : estateRef(active.pack.ref.id, tenant, estate.system, { type, name })
}
