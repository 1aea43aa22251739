// Wrapping an object under an exemption is still work: the exemption makes the result acceptable but does none of the
// work, so the planner must not see the object as already acceptable. Pure.
import { shortForm } from '../model/artifacts.ts'
import type { PlanSubject } from '../planning/read-scope.ts'
import { isAcceptable } from '../rating/rate.ts'
import type { Decisions } from '../recommendations/accepted-inputs.ts'
import { subjectsOf } from '../recommendations/effects.ts'

/** The subject without the exemptions of this kind of work, and the accepted keys that are then planned. */
export function planExemptedWork(
  subject: PlanSubject,
  accepted: readonly string[],
  { choices, recommended }: Decisions,
): { subject: PlanSubject; accepted: readonly string[] } {
  const { active, target, known, exempt = new Set<string>() } = subject
  const formsOf = (key: string): string[] => {
    const row = recommended.get(key)
    return row ? subjectsOf(row).map(shortForm) : []
  }
  const needsExemption = (key: string): boolean => {
    const id = choices.chosen[key]?.action_id ?? recommended.get(key)?.action_id
    const code = active.pack.actions.find((action) => action.id === id)?.resulting_code
    return code !== undefined && !isAcceptable(target, code, false) && isAcceptable(target, code, true)
  }
  const worked = new Set(accepted.filter(needsExemption).flatMap(formsOf))
  const hidden = new Set([...exempt].filter((form) => worked.has(form)))
  if (hidden.size === 0) return { subject, accepted }
  return {
    subject: {
      ...subject,
      exempt: exempt.difference(hidden),
      known: new Map(
        [...known].map(([form, one]) => [
          form,
          hidden.has(form) ? { ...one, acceptable: isAcceptable(target, one.rating.code, false) } : one,
        ]),
      ),
    },
    // Other uses of the same exempted artifact stay unchanged until the exemption ends.
    accepted: accepted.filter(
      (key) =>
        needsExemption(key) ||
        !recommended.get(key)?.decision?.expires_at ||
        !formsOf(key).every((form) => hidden.has(form)),
    ),
  }
}
