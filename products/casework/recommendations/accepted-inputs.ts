// People's decisions on recommendations, as input for a plan.
import type { Db } from '@veritrace/platform/db/db'
import type { Scope } from '../model/space.ts'
import type { PlanInput } from '../planning/engine/input.ts'
import type { Tables } from '../tables.ts'
import { listAllRecommendations } from './store.ts'
import type { RecommendationRow } from './tables.ts'

const SUCCESSOR = 'successor:'

export interface Decisions {
  choices: Required<NonNullable<PlanInput['choices']>>
  proposed: readonly string[]
  /** All recommendations of the case by key. */
  recommended: ReadonlyMap<string, RecommendationRow>
}

/** Accepted recommendations are planned with the chosen alternative; rejected ones are excluded. */
export async function acceptedInputs(db: Db<Tables>, scope: Scope, caseId: string): Promise<Decisions> {
  const rows = await listAllRecommendations(db, scope, caseId)
  const keysOf = (status: string): string[] => rows.filter((row) => row.status === status).map(({ key }) => key)
  const chosen = rows.flatMap(({ key, status, decision, body }) => {
    const id = decision?.chosen_alternative_id
    const alternative = status === 'accepted' && body.alternatives.find((one) => one.id === id)
    if (!alternative) return []
    const successor = id?.startsWith(SUCCESSOR) ? { successor: id.slice(SUCCESSOR.length) } : {}
    return [[key, { action_id: alternative.action_id, ...successor }] as const]
  })
  return {
    choices: { accepted: keysOf('accepted'), excluded: keysOf('rejected'), chosen: Object.fromEntries(chosen) },
    proposed: keysOf('proposed'),
    recommended: new Map(rows.map((row) => [row.key, row])),
  }
}
