// Progress of the approved plans: finished work, actual compared with estimated effort, and remaining work.
import { sumProgress } from '../../case-plans/progress-store.ts'
import { counted } from '../../model/counted.ts'
import type { Sentence } from '../check.ts'
import { type Asking, type Material, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { fillTemplate } from './template.ts'

export async function progress(asking: Asking): Promise<Material> {
  const { deps, scope, intent, projectId, caseId, sources } = asking
  if (!projectId && !caseId) return nothing('plans', 'No project is selected.', [PROJECT_NEEDED])
  const { plans, items, done, recorded, actual, guessed, left } = await sumProgress(deps.db, scope, {
    ...(caseId ? { caseId } : { projectId }),
  })
  const days = (number: number): string => counted(Math.round(number * 10) / 10, 'person-day')
  const text =
    plans === 0
      ? 'No effort has been recorded, because no plan has been approved yet.'
      : recorded === 0
        ? 'No effort has been recorded yet.'
        : `${counted(recorded, 'finished item')} took ${days(actual)}; the plan had ${days(guessed)} for ${recorded === 1 ? 'it' : 'them'}.`
  const state =
    plans === 0
      ? undefined
      : `${done} of ${counted(items, 'planned item is', 'planned items are')} done in ${counted(plans, 'plan')}.`
  const rest = plans === 0 ? undefined : `About ${days(left)} of planned work remain.`
  const sentences = [text, state, rest].filter((one) => one !== undefined)
  const cites = sources.computed({
    title: 'Progress of the approved plans',
    query: caseId ? `GET /cases/${caseId}/plans` : `GET /cases?project_id=${projectId}`,
    parts: sentences,
  })
  const say = (one: string | undefined): Sentence[] | undefined => (one ? [{ text: one, cites }] : undefined)
  return {
    sentences: fillTemplate(intent.template, { effort: say(text), progress: say(state), left: say(rest) }),
    facts: [{ name: 'actual_days', value: actual, citations: cites }],
    steps: [step('plans', 'Read the approved plans', plans)],
  }
}
