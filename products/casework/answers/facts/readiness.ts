// The readiness of an estate: shares and counts from a measurement, with the request that repeats it.

import type { Readiness } from '@veritrace/contract/casework/readiness'
import { counted } from '../../model/counted.ts'
import { readReadiness } from '../../readiness/read-readiness.ts'
import type { Sentence } from '../check.ts'
import { joined, sentencesIn } from '../sentences.ts'
import { type Asking, type Material, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { fillTemplate } from './template.ts'

const MAX_SHOWN = 5

export async function readiness(asking: Asking): Promise<Material> {
  const { deps, scope, active, target, intent, params, projectId, caseId } = asking
  const found = await readReadiness(deps, deps.ports, scope, {
    ...(caseId ? { case_id: caseId } : projectId ? { project_id: projectId } : {}),
    pack: active.pack.ref.id,
    target: target.profile_id,
    group_by: 'package',
    include: 'offenders,patterns,groups',
  })
  if (found.coverage.objects_total === 0)
    return nothing('measure', 'Nothing has been measured.', projectId || caseId ? [] : [PROJECT_NEEDED])
  const group = params.package ? found.groups?.find((one) => sameName(one.group, params.package!)) : undefined
  if (params.package && !group) return nothing('measure', 'This package has no objects.')
  const figures = group ? groupSentences(asking, found, group) : wholeSentences(asking, found)
  return {
    sentences: fillTemplate(intent.template, figures),
    facts: [
      { name: 'acceptable_share', value: (group ?? found).acceptable.share, citations: citesOf(figures.headline) },
      { name: 'objects', value: group?.objects ?? found.coverage.objects_total, citations: citesOf(figures.headline) },
    ],
    steps: [
      step('measure', `Measured ${counted(found.coverage.objects_total, 'object')}`, found.coverage.objects_total),
    ],
  }
}

const citesOf = (sentences: readonly Sentence[]): number[] => [...(sentences[0]?.cites ?? [])]
const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`

function wholeSentences(asking: Asking, found: Readiness) {
  const { distribution, coverage, confidence, offenders = [], patterns = [] } = found
  const say = citing(asking, found)
  const fixes = patterns.filter(({ lift }) => lift > 0).toSorted((a, b) => b.lift - a.lift || b.objects - a.objects)
  return {
    headline: say(found.headline.text),
    distribution: say(`By ${termOf(asking)}: ${joined(distribution.map(countText))}.`),
    coverage: say(
      `References are known for ${coverage.with_dependencies} of ${counted(coverage.objects_total, 'object')} and usage for ${coverage.with_usage}; confidence is ${confidence.band}.`,
    ),
    offenders:
      offenders.length > 0
        ? say(
            `Most common blockers: ${joined(shown(offenders.map(({ artifact, objects, code }) => `${artifact.type} ${artifact.name} (${code}, ${counted(objects, 'object')})`)))}.`,
          )
        : undefined,
    patterns:
      fixes.length > 0
        ? say(
            ...shown(fixes).map(
              ({ reference, access, lift, objects }) =>
                `Fixing ${access} access to ${reference.type} ${reference.name} brings ${lift} of ${counted(objects, 'object')} to the target.`,
            ),
          )
        : undefined,
    cumulative: undefined,
    none: fixes.length === 0 ? say('No object is blocked by a single reference alone.') : undefined,
  }
}

const countText = ({ code, objects }: { code: string; objects: number }): string => `${objects} ${code}`
const shown = <T>(items: readonly T[]): T[] => items.slice(0, MAX_SHOWN)
const termOf = ({ active }: Asking): string => active.pack.terms.rating ?? 'rating'

function groupSentences(asking: Asking, found: Readiness, group: NonNullable<Readiness['groups']>[number]) {
  const say = citing(asking, found)
  return {
    headline: say(
      `${group.acceptable.objects} of ${counted(group.objects, `object of ${group.group} is`, `objects of ${group.group} are`)} acceptable for ${found.target.label} (${percent(group.acceptable.share)}).`,
    ),
    distribution: say(`By ${termOf(asking)}: ${joined(group.distribution.map(countText))}.`),
  }
}

/** Sentences that cite the measurement; the source quotes each sentence. */
const citing =
  ({ sources }: Asking, { scope, target, pack, ruleset, inputs }: Readiness) =>
  (...texts: string[]): Sentence[] =>
    texts.flatMap((text) => {
      const cites = sources.computed({
        title: `Measurement by ${ruleset.id} ${ruleset.version}`,
        query: `GET /clean-core/readiness?pack=${pack.id}&target=${encodeURIComponent(target.profile_id)}${scope.id ? `&${scope.kind}_id=${scope.id}` : ''} ${inputs.digest}`,
        evidence: inputs.evidence_ids[0],
        parts: [text],
      })
      return sentencesIn(text).map((sentence) => ({ ...sentence, cites }))
    })
