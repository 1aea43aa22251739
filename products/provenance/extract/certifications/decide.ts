// What one group of mentions asserts. The rules run in order and the first that fits decides; a bare noun affirms nothing.
import { subjectsOf } from '../language/subject.ts'
import type { AssertionState } from '../types.ts'
import * as cue from './cues.ts'
import { isPlace, isSomeoneElses, type Page } from './experiencer.ts'
import type { Group } from './groups.ts'

export interface Decision {
  state: AssertionState
  rule: string
}

interface Rule {
  id: string
  state: AssertionState
  fits: (group: Group, page: Page) => boolean
}

const RULES: readonly Rule[] = [
  {
    id: 'comparison',
    state: 'unclear',
    fits: ({ sentence }) => /\bno other\b|\b(?:itself|ourselves) (?:is|are|does|do|has|have) not\b/.test(sentence),
  },
  { id: 'definition', state: 'definition', fits: isDefinition },
  { id: 'product-feature', state: 'product_feature', fits: isFeature },
  { id: 'review', state: 'mention', fits: ({ sentence }) => cue.REVIEW.test(sentence) && !cue.REPORT.test(sentence) },
  {
    id: 'expired',
    state: 'expired',
    fits: ({ before, after, rest }) =>
      cue.EXPIRED_BEFORE.test(before) || cue.EXPIRED_AFTER.test(after) || cue.EXPIRED_LATER.test(rest),
  },
  {
    id: 'conditional-denial',
    state: 'conditional',
    fits: ({ before }) => cue.CONDITIONAL_BEFORE.test(before) && denied(before),
  },
  { id: 'negated', state: 'negated', fits: isNegated },
  { id: 'third-party-place', state: 'third_party', fits: isPlace },
  { id: 'duty', state: 'mention', fits: isDuty },
  { id: 'third-party', state: 'third_party', fits: isSomeoneElses },
  { id: 'in-progress', state: 'in_progress', fits: isInProgress },
  { id: 'aligned', state: 'aligned', fits: isAligned },
  { id: 'report', state: 'report_available', fits: isReport },
  { id: 'conditional', state: 'conditional', fits: isConditional },
  { id: 'affirmed', state: 'affirmed', fits: isAffirmed },
]

export function decide(group: Group, page: Page): Decision {
  const masked = mask(group)
  const rule = RULES.find(({ fits }) => fits(masked, page))
  return rule ? { state: rule.state, rule: rule.id } : { state: 'mention', rule: 'bare-mention' }
}

function mask(group: Group): Group {
  const blank = (text: string): string => text.replace(cue.PSEUDO_NEGATION, (found) => ' '.repeat(found.length))
  const after = /,?\s*not (?:only|just|merely)\b/.exec(group.after)
  const kept = after ? group.after.slice(0, after.index) : group.after
  return { ...group, before: blank(group.before), after: blank(kept), rest: blank(group.rest) }
}

function isDefinition({ before, after, sentence }: Group): boolean {
  if (/^\s*what (?:is|are|does)\b/.test(sentence) && sentence.trimEnd().endsWith('?')) return true
  return /^\s*(?:the|an?|as)?\s*$/.test(before) && cue.DEFINITION_AFTER.test(after)
}

function isFeature({ before, after, clause, sentence }: Group, { own }: Page): boolean {
  if (cue.FEATURE_AFTER.test(after)) return true
  const reports = cue.REPORT.test(sentence) && cue.AVAILABLE.test(sentence)
  if (cue.FEATURE_IMPERATIVE.test(clause) && !reports) return true
  if (!cue.FEATURE.test(before) && !cue.FEATURE.test(after.slice(0, 60))) return false
  return (
    !affirms(before, after) ||
    !/\b(?:we|we're) (?:are|have|hold|maintain)\b/.test(before) ||
    subjectsOf(before, { own }).first !== 'own'
  )
}

function denied(before: string): boolean {
  return cue.NEGATED_BEFORE.test(before)
}

function isNegated({ before, after, rest }: Group): boolean {
  if (cue.NEGATED_AFTER.test(after) || cue.NEGATED_AFTER.test(rest.slice(0, after.length + 20))) return true
  return denied(before) || cue.NOT_YET_AFTER.test(after)
}

function isDuty({ before, after, sentence }: Group, { own }: Page): boolean {
  if (sentence.trimEnd().endsWith('?')) return true
  if (cue.REPORT.test(sentence) && cue.AVAILABLE.test(sentence) && !/\bright to\b|\bmust\b|\bshall\b/.test(sentence))
    return false
  if (cue.DUTY.test(before)) return true
  return subjectsOf(before, { own }).first === 'customer' && !cue.CONDITIONAL_AFTER.test(after)
}

function isInProgress({ before, after }: Group): boolean {
  const yearly = cue.YEARLY.test(before) || cue.YEARLY.test(after)
  if (yearly && /\bundergo\w*\b/.test(before)) return false
  return cue.PROGRESS_BEFORE.test(before) || cue.PROGRESS_AFTER.test(after)
}

function isAligned({ before, after }: Group): boolean {
  if (cue.ALIGNED_AFTER.test(after)) return true
  if (cue.ADJECTIVE_AFTER.test(after) || cue.CERTIFIED_BEFORE.test(before)) return false
  if (cue.ALIGNED_STANDARDS_AFTER.test(after)) return !/\bcompl(?:y|ies|iant|iance)\b/.test(before)
  return cue.ALIGNED_BEFORE.test(before)
}

function isReport({ before, after, sentence }: Group): boolean {
  if (!cue.REPORT.test(sentence) || !cue.AVAILABLE.test(sentence)) return false
  if (/\byour\s*$/.test(before)) return false
  return cue.REPORT.test(after.slice(0, 60)) || cue.REPORT.test(before)
}

function isConditional({ before, after, rest }: Group): boolean {
  return (
    cue.CONDITIONAL_BEFORE.test(before) ||
    cue.CONDITIONAL_AFTER.test(after) ||
    cue.CONDITIONAL_AFTER.test(rest.slice(0, 120))
  )
}

function isAffirmed({ before, after, rest }: Group): boolean {
  const head = cue.ADJECTIVE_AFTER.exec(rest)?.[2] ?? ''
  return affirms(before, after) && cue.ALLOWED_HEADS.has(head)
}

/** A predicate bound to the name: an adjective behind it, a verb before it, or an audit that is done again and again. */
function affirms(before: string, after: string): boolean {
  const adjective = cue.ADJECTIVE_AFTER.exec(after)
  if (adjective) return cue.ALLOWED_HEADS.has(adjective[2] ?? '') && !hoped(before)
  if (cue.DONE_AFTER.test(after) || (cue.PROVIDER_AFTER.test(after) && /\b(?:is|are|as) an?\s*$/.test(before)))
    return true
  if (infinitive(before)) return false
  if (cue.CERTIFIED_BEFORE.test(before) || cue.HOLDS_BEFORE.test(before)) return true
  if (cue.OFFERS_BEFORE.test(before) && /^[\s-]*(?:certification|compliance)\b/.test(after)) return true
  return cue.YEARLY.test(before) && cue.AUDITS.test(after)
}

/** "to comply with GDPR" is a purpose, not a fact. */
function infinitive(before: string): boolean {
  if (/^\s*(?:this|these|that|such)\s+(?:is|are|feature|mode|setting|option|approach|means)\b/.test(before)) return true
  return /\b(?:to|must|should|can|could|may|might|would|shall|please)\s+(?:\w+\s+)?(?:comply|meet|hold|have|maintain|obtain|achieve|adhere|conform|satisfy|be|become|complete|undergo)\b[^.;]{0,60}$/.test(
    before,
  )
}

/** "to stay compliant", "you can become certified": a wish, unless one is proud of it. */
function hoped(before: string): boolean {
  if (/\b(?:proud|pleased|happy|glad|thrilled|excited|continues?) to (?:be|remain|announce)\b/.test(before))
    return false
  return /\b(?:to|can|could|must|should|may|might|would|help\w*)\s+(?:[\w-]+\s+){0,2}?(?:be|become|stay|remain|get|keep)\s+(?:[\w-]+\s+)?$/.test(
    before,
  )
}
