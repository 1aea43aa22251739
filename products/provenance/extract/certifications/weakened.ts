// Plans, principles and definitions: the standard is named, but not claimed.
import type { Hit } from '../cues/hits.ts'
import type { MentionContext } from './mention-context.ts'
import { type Decision, decided } from './said.ts'

/** "SOC 2 controls" is weaker than a claim; "controls in a SOC 2 report" is not. */
const ONLY_BEHIND = /^(?:controls|practices|criteria|principles)$/
const FAR = 60
type Weakening = 'plan' | 'weak' | 'feature' | 'definition'

export function weakenedBy(context: MentionContext): Decision | undefined {
  if (isWeakened(context, 'plan'))
    return isOnlyPossible(context) ? decided('mention', 'possibility') : decided('in_progress', 'plan')
  if (isWeakened(context, 'feature')) return decided('product_feature', 'feature')
  if (isWeakened(context, 'weak')) return decided('aligned', 'weak')
  if (isWeakened(context, 'definition')) return decided('definition', 'definition')
  return undefined
}

/** "We may pursue SOC 2" is not even a plan. */
function isOnlyPossible({ clause, view }: MentionContext): boolean {
  const plan = clause.hits.first('plan', clause.start, clause.end)
  const may = plan && clause.hits.last('possibility', clause.start, plan.start)
  return may !== undefined && plan !== undefined && plan.start - may.end < 3 && view.slice(may.start, may.end) !== 'can'
}

function isWeakened(context: MentionContext, cue: Weakening): boolean {
  const { mention, clause, view } = context
  const hits = context
    .all(cue)
    .filter((hit) => cue !== 'weak' || hit.start > mention.start || !ONLY_BEHIND.test(view.slice(hit.start, hit.end)))
  if (hits.length === 0 || !hits.some((hit) => binds(context, cue, hit))) return false
  const isClaimedFirst =
    (cue === 'plan' || cue === 'weak') &&
    hits.every((hit) => hit.start > mention.end + FAR) &&
    context.between('certificate_word', mention.end, mention.end + 40)
  if (isClaimedFirst) return false
  return !((cue === 'weak' || cue === 'feature') && clause.holder === 'vendor' && context.before('certify'))
}

/** A predicate between the cue and the standard binds the standard instead. */
function binds(context: MentionContext, cue: Weakening, hit: Hit): boolean {
  const { mention, clause } = context
  // In Japanese, "…とは" comes after the term it asks about.
  if (cue === 'definition' && clause.language === 'ja') return true
  // "準拠に向けた体制整備中": in Japanese, the planned thing comes before the plan.
  if (cue === 'plan' && clause.language === 'ja') return true
  const predicate = (from: number, to: number): boolean =>
    to > from && (context.between('certify', from, to) || context.between('comply', from, to))
  if (hit.start < mention.start) return cue !== 'weak' || !predicate(hit.end, mention.start)
  if (predicate(mention.end, hit.start)) return false
  // "has completed a SOC 2 audit covering the criteria"
  const isHeld =
    context.between('hold', clause.start, mention.start) && context.between('certificate', mention.end, hit.start)
  return cue === 'plan' || !(isHeld || predicate(clause.start, mention.start))
}
