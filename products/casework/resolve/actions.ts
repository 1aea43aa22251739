// The possible actions for an artifact, with their effort. Pure.
import type { ResolvedAction } from '@veritrace/contract/casework/resolve'
import type { Effort } from '@veritrace/contract/casework/shapes'
import { effortOf } from '../effort/pert.ts'
import type { Action, TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { chooseAction } from '../rating/choose-action.ts'
import type { Known } from '../rating/known.ts'

/** The action that the rules choose first, then the alternatives. */
export function actionsFor(active: ActivePack, target: TargetProfile, known: Known): ResolvedAction[] {
  const { action, why, alternatives, needs_decision } = chooseAction(active, target, { known })
  const { codes } = active.pack.scheme
  const view = (one: Action, reason: string): ResolvedAction => ({
    action_id: one.id,
    title: one.title,
    effort: effortFor(one),
    resulting_code: better(codes, one.resulting_code, known.rating.code),
    why: reason,
  })
  return [
    { ...view(action, why), ...(needs_decision && { needs_decision }) },
    ...alternatives.map((one) => view(one, one.description)),
  ]
}

/** An action never makes the rating worse. */
function better(codes: readonly string[], a: string, b: string): string {
  const [first, second] = [codes.indexOf(a), codes.indexOf(b)]
  return second >= 0 && second < first ? b : a
}

const efforts = new WeakMap<Action, Effort>()

function effortFor(action: Action): Effort {
  const effort = efforts.get(action) ?? effortOf(action.effort)
  efforts.set(action, effort)
  return effort
}
