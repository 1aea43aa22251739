// The figures of a first plan. It is computed but not stored; POST /plan stores one.

import { isAppError } from '@veritrace/platform/errors'
import { counted } from '../../model/counted.ts'
import type { Draft } from '../../planning/engine/input.ts'
import { readCalibration } from '../../planning/read-calibration.ts'
import { readScope } from '../../planning/read-scope.ts'
import type { Sentence } from '../check.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, missing, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { fillTemplate } from './template.ts'

const MAX_SHOWN = 6
const SEED = 1

export async function plan(asking: Asking): Promise<Material> {
  const { intent, projectId, sources, params, target } = asking
  if (!projectId) return nothing('plan', 'No project is selected.', [PROJECT_NEEDED])
  const draft = await draftFor(asking, projectId)
  if (!draft) return missing('plan', 'This project has no objects to plan yet.')
  const { totals, waves, open_questions } = draft
  const shown = waves.filter(({ items }) => items.length > 0).slice(0, MAX_SHOWN)
  const waveTexts = shown.map(({ title, items }) => `${title} (${counted(items.length, 'item')})`)
  const cites = sources.computed({
    title: `Plan for ${target.label}`,
    query: `POST /plan {"scope":{"project_id":"${projectId}"${params.package ? `,"selector":{"packages":["${params.package}"]}` : ''}},"seed":${SEED}}`,
    parts: [
      `${counted(totals.items, 'item')} for ${counted(totals.objects, 'object')}`,
      `person-days: ${totals.effort.p50} likely, ${totals.effort.p80} with a safety margin`,
      `${counted(totals.unacceptable_left, 'object')} not acceptable afterwards`,
      counted(open_questions.length, 'open question'),
      ...waveTexts,
    ],
  })
  const value = (text: number) => ({ text, cites })
  const say = (text: string): Sentence[] => [{ text, cites }]
  return {
    sentences: fillTemplate(intent.template, {
      items: value(totals.items),
      objects: value(totals.objects),
      effort_p50: value(totals.effort.p50),
      effort_p80: value(totals.effort.p80),
      waves: shown.length > 0 ? say(`It has ${counted(shown.length, 'wave')}: ${joined(waveTexts)}.`) : undefined,
      decisions:
        open_questions.length > 0
          ? say(`${counted(open_questions.length, 'open question needs', 'open questions need')} a decision first.`)
          : undefined,
      left: say(`${counted(totals.unacceptable_left, 'object')} would still not be acceptable.`),
    }),
    facts: [
      { name: 'effort_p50', value: totals.effort.p50, citations: cites },
      { name: 'effort_p80', value: totals.effort.p80, citations: cites },
    ],
    steps: [step('plan', 'Drafted a plan', totals.items)],
  }
}

async function draftFor(asking: Asking, projectId: string): Promise<Draft | undefined> {
  const { deps, scope, active, target, params } = asking
  const selector = params.package ? { selector: { packages: [params.package] } } : {}
  const asked = { pack: active.pack.ref.id, target: target.profile_id, scope: { project_id: projectId, ...selector } }
  try {
    const subject = await readScope(deps, scope, asked)
    const start_date = deps.clock.now().toISOString().slice(0, 10)
    const constraints = { capacity_fte: 3, days_per_week: 5, sprint_days: 10, start_date }
    const calibration = await readCalibration(deps.db, scope)
    return await deps.planners.draft(
      { ...subject, constraints, objective: 'balanced', granularity: 'pattern', seed: SEED, calibration },
      { tenant: scope.tenant },
    )
  } catch (error) {
    if (isAppError(error) && error.code === 'scope_empty') return undefined
    throw error
  }
}
