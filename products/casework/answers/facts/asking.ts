// What readers of facts are asked, and what they give: sentences with the numbers of what they rest on.
import type { AnswerFact, Step, Suggestion, Warned } from '@veritrace/contract/casework/answers'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import type { IntentSpec, TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import type { Planners } from '../../planning/threads/planners.ts'
import type { ScorecardDoors } from '../../scorecard/read-scorecard.ts'
import type { Sentence } from '../check.ts'
import type { Sources } from '../sources.ts'

export interface Answering extends Casework {
  planners: Planners
  doors: ScorecardDoors
}

export interface Asking {
  deps: Answering
  scope: Scope
  active: ActivePack
  target: TargetProfile
  intent: IntentSpec
  params: Readonly<Record<string, string>>
  /** Targets that the question names beside `target`. */
  alongside: readonly TargetProfile[]
  /** With what it is about, where it only says `it`. */
  question: string
  /** The project that was named, or the only one there is. */
  projectId: string | undefined
  caseId: string | undefined
  sources: Sources
}

export interface Material {
  sentences: readonly Sentence[]
  facts?: readonly AnswerFact[]
  subject?: ArtifactRef
  steps: readonly Omit<Step, 'ms'>[]
  /** Of there being no sentences, for the reader. */
  reason?: string
  warnings?: readonly Warned[]
  suggestions?: readonly Suggestion[]
}

/** What the pack says where the question does not. */
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

/** What was looked for and not found. */
export const nothing = (name: string, label: string, warnings: readonly Warned[] = []): Material => ({
  sentences: [],
  steps: [step(name, label, 0)],
  warnings,
})

/** Nothing, for a reason that a reader can do something about. */
export const missing = (name: string, reason: string): Material => ({ ...nothing(name, reason), reason })

export const PROJECT_NEEDED: Warned = {
  code: 'project_needed',
  message: 'This is about code of your own: name a project in `scope.project_id`.',
}
