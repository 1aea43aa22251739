// The output of a generation by its kind. The contract does not type it, because five kinds share one schema.
import type { Generation } from '@veritrace/contract/casework/generations'
import type {
  Classification,
  DecisionQuestion,
  Scaffold,
  StudioInput,
  StudioPlan,
} from '@veritrace/contract/casework/studio-shapes'

export interface StudioResult {
  classification?: Classification
  plan?: StudioPlan
  scaffold?: Scaffold
  /** Unanswered questions that the pipeline waits for. */
  questions?: DecisionQuestion[]
  error?: { code: string; detail: string }
}

export function resultOf({ kind, output }: Pick<Generation, 'kind' | 'output'>): StudioResult {
  if (kind === 'pipeline') return output as StudioResult
  if (kind === 'classification') return { classification: output as Classification }
  if (kind === 'plan') return { plan: output as StudioPlan }
  return kind === 'scaffold' ? { scaffold: output as Scaffold } : {}
}

/** The pasted input. Undefined if the generation has another kind of input. */
export function inputOf({ kind, input }: Pick<Generation, 'kind' | 'input'>): StudioInput | undefined {
  if (kind === 'classification') return input as StudioInput | undefined
  return kind === 'pipeline' ? (input as { input?: StudioInput } | undefined)?.input : undefined
}

export const answersOf = ({ kind, input }: Pick<Generation, 'kind' | 'input'>): Record<string, string> =>
  (kind === 'pipeline' && (input as { answers?: Record<string, string> } | undefined)?.answers) || {}
