// Predicates without a verb.
import { opensWith } from '../clauses/pieces.ts'
import type { Asking } from './asking.ts'

/** "SOC 2 certified", and not "SOC 2 compliant forms in minutes". */
export function isPredicateBehind(asking: Asking): boolean {
  const hit = asking.opensAfter('certify', 24) ?? asking.opensAfter('comply', 24)
  if (!hit) return false
  const rest = asking.text(hit.end, asking.clause.end)
  if (!/^[\s-]*\p{L}/u.test(rest)) return true
  const next = { start: hit.end + (/^[\s-]*/.exec(rest)?.[0].length ?? 0), end: asking.clause.end }
  return (['preposition', 'break', 'certificate', 'auditor', 'yearly', 'anchor', 'own_thing'] as const).some((cue) =>
    opensWith(cue, next, asking.clause.hits),
  )
}
