// What a pipeline has to do and how far it is. Stored in its generation, so that any worker can resume it.
import { type GenerationStep, PIPELINE_STEPS } from '@veritrace/contract/casework/generations'
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import type {
  Classification,
  DecisionQuestion,
  Scaffold,
  StudioInput,
  StudioPlan,
} from '@veritrace/contract/casework/studio-shapes'

export interface PipelineOrder {
  input: StudioInput
  steps: StepId[]
  template_id?: string
  option_id?: string
  params: Record<string, unknown>
  constraints?: PipelineRequest['constraints']
  answers: Record<string, string>
}

export interface PipelineOutput {
  classification?: Classification
  plan?: StudioPlan
  scaffold?: Scaffold
  /** Only the open ones. */
  questions?: DecisionQuestion[]
  error?: { code: string; detail: string }
}

export type StepId = GenerationStep['id']

/** Adds the steps that the requested steps depend on. If a template is named, no plan is needed. */
export function stepsFor({ steps, template_id }: Pick<PipelineRequest, 'steps' | 'template_id'>): StepId[] {
  const wanted = new Set<StepId>(['classify', ...(steps ?? PIPELINE_STEPS)])
  if (wanted.has('check')) wanted.add('scaffold')
  if (wanted.has('scaffold') && template_id === undefined) wanted.add('plan')
  return PIPELINE_STEPS.filter((step) => wanted.has(step))
}

export const freshSteps = (steps: readonly StepId[]): GenerationStep[] =>
  steps.map((id) => ({ id, state: 'waiting', finished_at: null, message: '' }))

/** Checks answers to open questions. Pure. */
export function answerFaults(
  questions: readonly DecisionQuestion[],
  answers: Readonly<Record<string, string>>,
): { path: string; message: string }[] {
  return Object.entries(answers).flatMap(([id, answer]) => {
    const question = questions.find((one) => one.id === id)
    if (!question) return [{ path: `/answers/${id}`, message: 'is not an open question' }]
    const isChoice = question.choices.length === 0 || question.choices.some((choice) => choice.id === answer)
    const ids = question.choices.map((choice) => choice.id)
    return isChoice ? [] : [{ path: `/answers/${id}`, message: `must be one of ${ids.join(', ')}` }]
  })
}
