// What a scaffold is based on: a classification, a pipeline, or a plan with one of its options.
import type { Classification, StudioInput, StudioOption, StudioPlan } from '@veritrace/contract/casework/studio-shapes'
import { fail } from '@veritrace/platform/errors'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import { getGeneration } from '../generations/get-generation.ts'
import { findGeneration } from '../generations/store.ts'
import { classificationOf } from '../plan/read-classified.ts'
import type { GenerationRow } from '../tables.ts'

export interface Origin {
  row: GenerationRow
  classification?: Classification
  answers: Readonly<Record<string, string>>
  option?: StudioOption
  /** The source that the user pasted or selected. */
  input?: StudioInput
}

/** 422 if the plan does not have the option. */
export async function readOrigin(
  deps: Pick<Casework, 'db' | 'clock'>,
  scope: Scope,
  id: string,
  optionId: string | undefined,
): Promise<Origin> {
  const row = await getGeneration(deps, scope, id)
  const { generation_id, answers = {} } = (row.input ?? {}) as {
    generation_id?: string
    answers?: Record<string, string>
  }
  const source =
    row.kind === 'plan' && generation_id !== undefined ? await findGeneration(deps.db, scope, generation_id) : row
  const classification = source && classificationOf(source)
  const option = optionId === undefined ? undefined : optionOf(row, optionId)
  const input = source && inputOf(source)
  return {
    row,
    answers,
    ...(classification && { classification }),
    ...(option && { option }),
    ...(input && { input }),
  }
}

/** The input of a pipeline is its whole order. */
function inputOf({ kind, input }: GenerationRow): StudioInput | undefined {
  if (kind === 'classification') return (input ?? undefined) as StudioInput | undefined
  return kind === 'pipeline' ? ((input ?? {}) as { input?: StudioInput }).input : undefined
}

function optionOf({ id, kind, output }: GenerationRow, optionId: string): StudioOption {
  const plan = (kind === 'plan' ? output : output.plan) as Partial<StudioPlan> | undefined
  const options = Array.isArray(plan?.options) ? plan.options : []
  return (
    options.find((option) => option.id === optionId) ??
    fail('unacceptable', `The generation “${id}” has no option “${optionId}”.`, {
      allowed: options.map((option) => option.id),
    })
  )
}
