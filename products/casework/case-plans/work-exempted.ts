// What is to be wrapped and exempted is work all the same: the exemption lets the target take what comes out of it, and
// does none of it. Pure.
import { shortForm } from '../model/artifacts.ts'
import type { PlanSubject } from '../planning/read-scope.ts'
import { isAcceptable } from '../rating/rate.ts'
import type { Decisions } from '../recommendations/accepted-inputs.ts'
import { subjectsOf } from '../recommendations/effects.ts'

/** The subject as it is without the exemptions of such work, and what of the accepted is planned then. */
export function workExempted(
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
    // Another way of using the same thing that was exempted stays as it is for that time.
    accepted: accepted.filter(
      (key) =>
        needsExemption(key) ||
        !recommended.get(key)?.decision?.expires_at ||
        !formsOf(key).every((form) => hidden.has(form)),
    ),
  }
}
