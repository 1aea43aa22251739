// Plans, principles and definitions: a standard is named, and not claimed.
import type { Hit } from '../cues/hits.ts'
import type { Asking } from './asking.ts'
import { type Decision, decided } from './said.ts'

/** "SOC 2 controls" weakens, "controls in a SOC 2 report" does not. */
const ONLY_BEHIND = /^(?:controls|practices|criteria|principles)$/
const FAR = 60
type Weakening = 'plan' | 'weak' | 'feature' | 'definition'

export function weakenedBy(asking: Asking): Decision | undefined {
  if (isWeakened(asking, 'plan'))
    return isOnlyPossible(asking) ? decided('mention', 'possibility') : decided('in_progress', 'plan')
  if (isWeakened(asking, 'feature')) return decided('product_feature', 'feature')
  if (isWeakened(asking, 'weak')) return decided('aligned', 'weak')
  if (isWeakened(asking, 'definition')) return decided('definition', 'definition')
  return undefined
}

/** "We may pursue SOC 2": nobody plans to. */
function isOnlyPossible({ clause, view }: Asking): boolean {
  const plan = clause.hits.first('plan', clause.start, clause.end)
  const may = plan && clause.hits.last('possibility', clause.start, plan.start)
  return may !== undefined && plan !== undefined && plan.start - may.end < 3 && view.slice(may.start, may.end) !== 'can'
}

function isWeakened(asking: Asking, cue: Weakening): boolean {
  const { mention, clause, view } = asking
  const hits = asking
    .all(cue)
    .filter((hit) => cue !== 'weak' || hit.start > mention.start || !ONLY_BEHIND.test(view.slice(hit.start, hit.end)))
  if (hits.length === 0 || !hits.some((hit) => binds(asking, cue, hit))) return false
  const isClaimedFirst =
    (cue === 'plan' || cue === 'weak') &&
    hits.every((hit) => hit.start > mention.end + FAR) &&
    asking.between('certificate_word', mention.end, mention.end + 40)
  if (isClaimedFirst) return false
  return !((cue === 'weak' || cue === 'feature') && clause.holder === 'vendor' && asking.before('certify'))
}

/** A predicate between the word and the standard takes the standard for itself. */
function binds(asking: Asking, cue: Weakening, hit: Hit): boolean {
  const { mention, clause } = asking
  // "…とは" ends what it asks about.
  if (cue === 'definition' && clause.language === 'ja') return true
  // "準拠に向けた体制整備中": what is planned stands before the plan.
  if (cue === 'plan' && clause.language === 'ja') return true
  const predicate = (from: number, to: number): boolean =>
    to > from && (asking.between('certify', from, to) || asking.between('comply', from, to))
  if (hit.start < mention.start) return cue !== 'weak' || !predicate(hit.end, mention.start)
  if (predicate(mention.end, hit.start)) return false
  // "has completed a SOC 2 audit covering the criteria"
  const isHeld =
    asking.between('hold', clause.start, mention.start) && asking.between('certificate', mention.end, hit.start)
  return cue === 'plan' || !(isHeld || predicate(clause.start, mention.start))
}
