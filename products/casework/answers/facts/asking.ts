// The input and output of fact readers: a question, and sentences with the numbers of their sources.
import type { AnswerFact, Step, Suggestion, Warned } from '@veritrace/contract/casework/answers'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import type { IntentSpec, TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import type { Planners } from '../../planning/threads/planners.ts'
import type { ScorecardPorts } from '../../scorecard/read-scorecard.ts'
import type { Sentence } from '../check.ts'
import type { Sources } from '../sources.ts'

export interface Answering extends Casework {
  planners: Planners
  ports: ScorecardPorts
}

export interface Asking {
  deps: Answering
  scope: Scope
  active: ActivePack
  target: TargetProfile
  intent: IntentSpec
  params: Readonly<Record<string, string>>
  /** Further targets that the question names. */
  alongside: readonly TargetProfile[]
  /** Completed with its subject if the question only says `it`. */
  question: string
  /** The selected project, or the only one. */
  projectId: string | undefined
  caseId: string | undefined
  sources: Sources
}

export interface Material {
  sentences: readonly Sentence[]
  facts?: readonly AnswerFact[]
  subject?: ArtifactRef
  steps: readonly Omit<Step, 'ms'>[]
  /** Why there are no sentences, for the reader of the answer. */
  reason?: string
  warnings?: readonly Warned[]
  suggestions?: readonly Suggestion[]
}

/** The pack's default for a parameter that the question does not name. */
export function defaultOf({ params }: IntentSpec, name: string): string | undefined {
  const { properties = {} } = params as { properties?: Record<string, { default?: unknown }> }
  const value = properties[name]?.default
  return typeof value === 'string' ? value : undefined
}

export type Reader = (asking: Asking) => Promise<Material>

export const step = (name: string, label: string, count: number): Omit<Step, 'ms'> => ({
  step: name,
  status: 'done',
  label,
  count,
})

/** The result of a search without hits. */
export const nothing = (name: string, label: string, warnings: readonly Warned[] = []): Material => ({
  sentences: [],
  steps: [step(name, label, 0)],
  warnings,
})

/** No result, with a reason that the reader can act on. */
export const missing = (name: string, reason: string): Material => ({ ...nothing(name, reason), reason })

export const PROJECT_NEEDED: Warned = {
  code: 'project_needed',
  message: 'This question is about your own code. Select a project in `scope.project_id`.',
}
