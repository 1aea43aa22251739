// The objects of an estate that were not executed, according to usage data.

import type { Estate, EstateObject } from '../../estate/estate.ts'
import { estateOf } from '../../estate/estate-of.ts'
import { counted } from '../../model/counted.ts'
import { confidenceOfWindow } from '../../readiness/usage.ts'
import type { Sentence } from '../check.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, missing, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { fillTemplate } from './template.ts'

const MAX_SHOWN = 10

export async function unused(asking: Asking): Promise<Material> {
  const { deps, scope, active, intent, params, projectId, sources } = asking
  if (!projectId) return nothing('usage', 'No project is selected.', [PROJECT_NEEDED])
  const estate = await estateOf(deps, scope, projectId)
  const covered = estate.objects.filter((object) => object.executions !== null && isIn(object, params.package))
  if (covered.length === 0)
    return missing(
      'usage',
      'No usage data covers these objects, so it is unknown which are unused. Upload usage data first.',
    )
  const idle = covered.filter(({ executions }) => executions === 0).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const days = estate.usage_window_days
  const band = confidenceOfWindow(days, active.pack)
  const cites = sources.computed({
    title: 'Usage data of the project',
    query: `GET /artifacts?project_id=${projectId}&used=false`,
    evidence: evidenceOf(estate),
    parts: [
      `${idle.length} of ${counted(covered.length, 'object with usage data was', 'objects with usage data were')} not run in ${counted(days, 'day')}`,
      `confidence ${band}`,
      ...idle.slice(0, MAX_SHOWN).map(({ type, name }) => `${type} ${name}`),
    ],
  })
  const value = (text: string | number) => ({ text, cites })
  const say = (text: string): Sentence[] => [{ text, cites }]
  return {
    sentences: fillTemplate(intent.template, {
      count: value(idle.length),
      total: value(covered.length),
      window_days: value(days),
      confidence: say(`Confidence: ${band}.`),
      objects:
        idle.length > 0 ? say(`Among them: ${joined(idle.slice(0, MAX_SHOWN).map(({ name }) => name))}.`) : undefined,
      none: idle.length === 0 ? say('All objects covered by usage data were run.') : undefined,
    }),
    facts: [{ name: 'unused', value: idle.length, citations: cites }],
    steps: [step('usage', 'Read the usage data of the project', covered.length)],
  }
}

const evidenceOf = ({ evidence_ids }: Estate): string | undefined => evidence_ids[0]
const isIn = (object: EstateObject, wanted: string | undefined): boolean =>
  wanted === undefined || object.package.toLowerCase() === wanted.toLowerCase()
