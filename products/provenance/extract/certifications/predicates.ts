// Predicates without a verb.
import { opensWith } from '../clauses/pieces.ts'
import type { MentionContext } from './mention-context.ts'

/** "SOC 2 certified", and not "SOC 2 compliant forms in minutes". */
export function isPredicateBehind(context: MentionContext): boolean {
  const hit = context.opensAfter('certify', 24) ?? context.opensAfter('comply', 24)
  if (!hit) return false
  const rest = context.text(hit.end, context.clause.end)
  if (!/^[\s-]*\p{L}/u.test(rest)) return true
  const next = { start: hit.end + (/^[\s-]*/.exec(rest)?.[0].length ?? 0), end: context.clause.end }
  return (['preposition', 'break', 'certificate', 'auditor', 'yearly', 'anchor', 'own_thing'] as const).some((cue) =>
    opensWith(cue, next, context.clause.hits),
  )
}
