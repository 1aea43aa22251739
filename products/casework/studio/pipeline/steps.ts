// The steps of a pipeline. Each step uses the results of the steps before it.

import type { DecisionQuestion } from '@veritrace/contract/casework/studio-shapes'
import { ownValue } from '@veritrace/platform/names'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import { lookUpFound, rateFound } from '../classify/rate-found.ts'
import { readInput } from '../classify/read-input.ts'
import type { Studio } from '../deps.ts'
import { planFor } from '../plan/plan-options.ts'
import { sentObject } from '../plan/sent-object.ts'
import { checkScaffold } from '../scaffold/check-files.ts'
import { deriveParams } from '../scaffold/derive-params.ts'
import { readParams, type Values } from '../scaffold/params.ts'
import { type Template, templateOf } from '../scaffold/templates.ts'
import { writeFiles } from '../scaffold/write-files.ts'
import type { PipelineEvent } from '../tables.ts'
import type { PipelineOrder, PipelineOutput, StepId } from './order.ts'

interface Working {
  deps: Studio
  scope: Scope
  active: ActivePack
  target: TargetProfile
  order: PipelineOrder
  output: PipelineOutput
  projectId?: string | undefined
}

/** The result of a step. With questions, the pipeline waits for answers. */
export interface Done {
  output: PipelineOutput
  message: string
  events: PipelineEvent[]
  questions?: DecisionQuestion[]
}

export const STEPS: Readonly<Record<StepId, (working: Working) => Promise<Done>>> = {
  classify: classifyStep,
  plan: planStep,
  scaffold: scaffoldStep,
  check: checkStep,
}

const warn = (text: string): PipelineEvent => ({ event: 'warning', data: { text } })

async function classifyStep({ deps, scope, active, target, order, output }: Working): Promise<Done> {
  const found = await readInput(deps, scope, active, order.input)
  const known = await lookUpFound(deps, scope, active, target, found.objects)
  const classification = rateFound(active, target, found, known)
  const references = classification.objects.reduce((sum, object) => sum + object.references.length, 0)
  return {
    output: { ...output, classification },
    message: `${counted(classification.objects.length, 'object')} with ${counted(references, 'reference')}.`,
    events: classification.warnings.map(warn),
  }
}

async function planStep({ deps, scope, active, target, order, output }: Working): Promise<Done> {
  const { objects, coverage } = output.classification!
  const known = { objects: objects.map(sentObject), coverage }
  // The plan does not know the questions of later steps.
  const answers = Object.fromEntries(Object.entries(order.answers).filter(([id]) => !id.startsWith(PARAM)))
  const { constraints } = order
  const plan = await planFor(deps, scope, {
    active,
    target,
    found: known,
    answers,
    ...(constraints && { constraints }),
  })
  const questions = plan.decision_questions.filter(({ answer }) => answer === undefined)
  return {
    output: { ...output, plan },
    message: `${counted(plan.options.length, 'option')}.`,
    events: plan.warnings.map(warn),
    ...(questions.length > 0 && { questions }),
  }
}

const PARAM = 'param:'

async function scaffoldStep(working: Working): Promise<Done> {
  const { active, order, output } = working
  const template = chosenTemplate(working)
  if (!template) {
    const message = 'No template fits the chosen option.'
    return { output, message, events: [warn(message)] }
  }
  const given = { ...derived(working, template), ...order.params, ...answered(template, order.answers) }
  const { values, faults, missing } = readParams(template, given)
  if (faults.length > 0) return { output, message: '', events: [], questions: askParams(template, faults, missing) }
  const { made, missing: open } = await write(working, template, values)
  if (open.length > 0) return { output, message: '', events: [], questions: askParams(template, open, names(open)) }
  return {
    output: { ...output, scaffold: { ...made, checks: [] } },
    message: `${counted(made.files.length, 'file')} from ${template.title} of ${active.pack.title}.`,
    events: made.files.map(({ content: _, ...file }) => ({ event: 'file', data: file })),
  }
}

const write = ({ deps, scope, active, order, projectId }: Working, template: Template, values: Values) =>
  writeFiles(deps, scope, { pack: active.pack, template, values, input: order.input, projectId })

const names = (faults: readonly { path: string }[]): string[] => faults.map(({ path }) => path.split('/').at(-1)!)

function chosenTemplate({ active, order, output }: Working): Template | undefined {
  if (order.template_id !== undefined) return templateOf(active.pack, order.template_id)
  const { options = [], recommended_id } = output.plan ?? {}
  const option = options.find(({ id }) => id === (order.option_id ?? recommended_id))
  const [id] = option?.template_ids ?? []
  return id === undefined ? undefined : templateOf(active.pack, id)
}

const derived = ({ order, output }: Working, template: Template) =>
  deriveParams(template, { classification: output.classification!, answers: order.answers })

/** Answers are strings, but a template may need a number or a boolean. */
function answered(template: Template, answers: Readonly<Record<string, string>>): Record<string, unknown> {
  const own = Object.entries(answers).filter(([id]) => id.startsWith(PARAM))
  return Object.fromEntries(
    own.map(([id, answer]) => {
      const name = id.slice(PARAM.length)
      const type = ownValue(template.params.properties, name)?.type
      if (type === 'integer' && /^-?\d{1,15}$/.test(answer)) return [name, Number(answer)]
      return [name, type === 'boolean' ? answer === 'true' : answer]
    }),
  )
}

function askParams(
  template: Template,
  faults: readonly { path: string; message: string }[],
  missing: readonly string[],
): DecisionQuestion[] {
  return faults.map(({ path, message }) => {
    const name = path.split('/').at(-1)!
    const param = ownValue(template.params.properties, name)
    const title = param?.title ?? name
    return {
      id: `${PARAM}${name}`,
      text: missing.includes(name) ? title : `${title} (${message})`,
      choices: (param?.enum ?? []).map((id) => ({ id, label: id, effect: '' })),
      effect: `Used in ${template.title}.`,
    }
  })
}

async function checkStep(working: Working): Promise<Done> {
  const { deps, scope, active, target, output } = working
  const { scaffold } = output
  if (!scaffold) return { output, message: 'There is nothing to check.', events: [] }
  const template = templateOf(active.pack, scaffold.template_id)
  const { change, implied } = await write(working, template, scaffold.params as Values)
  const { checks, lint } = await checkScaffold(deps, scope, { active, target }, template, {
    made: scaffold,
    change,
    implied,
  })
  const failed = checks.filter(({ status }) => status === 'fail')
  return {
    output: { ...output, scaffold: { ...scaffold, checks, ...(lint && { lint }) } },
    message: failed.length > 0 ? `${counted(failed.length, 'check')} failed.` : 'All checks passed.',
    events: checks.filter(({ status }) => status !== 'pass').map(({ id, message }) => warn(`${id}: ${message}`)),
  }
}
