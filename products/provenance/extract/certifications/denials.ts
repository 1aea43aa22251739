// Denials. A wrong one accuses the vendor, so the vendor must be the subject and the negation must bind to the predicate.

import type { Mention } from '../standards/mentions.ts'
import type { MentionContext } from './mention-context.ts'
import type { Page } from './page.ts'
import { type Decision, decided } from './said.ts'

const isLaw = ({ kind }: Mention): boolean => kind === 'law' || kind === 'assessed_law' || kind === 'framework'

export function deniedBy(context: MentionContext, page: Page): Decision | undefined {
  const { clause, mention } = context
  if (!context.isNegated || clause.modality === 'training') return undefined
  // A negation far after the standard is about something else.
  if (clause.negatedAt > mention.end + 80) return undefined
  if (isPlanned(context) || isAbroad(context)) return undefined
  if (isExcepted(context)) return decided('mention', 'negation-excepted')
  if (page.isAgreement) return decided('mention', 'agreement')
  if (isUnfit(context)) return decided('negated', 'unfit')
  if (clause.holder === 'other' || clause.isApposition) return decided('third_party', 'holder')
  const isPlain = clause.modality === 'fact' || clause.modality === 'plan' || isUnable(context)
  if (!isPlain) return decided('mention', 'negation-unbound')
  if (clause.holder === 'vendor' && isOurself(context) && isBound(context)) return decided('negated', 'negated')
  if (clause.holder === 'nobody' && standsAlone(context)) return decided('negated', 'negated')
  return decided('mention', 'negation-unbound')
}

/** "Not yet certified, but planned" is a denial first; "not yet" alone is a plan. */
function isPlanned(context: MentionContext): boolean {
  const { clause, mention } = context
  if (clause.modality !== 'plan') return false
  const plan = context.all('plan').find((hit) => hit.end > clause.negatedAt)
  if (!plan) return false
  const isPredicated = context.has('certify') || context.has('comply') || context.has('certificate')
  return !isPredicated || clause.negatedAt > mention.end + 40
}

/** The negation is about something else: "no lock-in, and we are certified", "we never stop and are certified". */
function isAbroad({ clause, mention, view }: MentionContext): boolean {
  const { hits, negatedAt, subject } = clause
  const own = hits.last('own', negatedAt, subject.end)
  if (own && view.slice(negatedAt, own.start).includes(',') && !hits.has('negation', own.end, clause.end)) return true
  const predicate = PREDICATES.map((cue) => hits.last(cue, negatedAt, clause.end)).find((hit) => hit)
  const to = Math.max(mention.start, predicate?.start ?? 0)
  const cut = hits.first('break', negatedAt, to)
  if (!cut || clause.mentions.some(({ start }) => start > negatedAt && start < cut.start)) return false
  return hits.has('verb', cut.end, to)
}

const PREDICATES = ['certify', 'comply'] as const
const POSSESSIVE = /^(?:our|unser|notre|nos|nuestr|noss|nostr|onze|ons\b|my|mein|meu|minha)/

/** "Our competitors are not certified" says nothing about the vendor. */
function isOurself(context: MentionContext): boolean {
  const { clause, view, mention } = context
  const { start, end } = clause.subject
  const own = clause.hits.first('own', start, end)
  if (!own || !POSSESSIVE.test(view.slice(own.start, own.end))) return true
  // Some cues for `own` are phrases: "our product".
  const isPhrase = /\s/.test(view.slice(own.start, own.end))
  const isThing = isPhrase || clause.hits.any(['own_thing', 'certificate', 'auditor'], own.start, end)
  return isThing || (mention.start >= own.start && mention.end <= end)
}

/** "We do not share our report without an agreement." */
function isExcepted({ clause, mention }: MentionContext): boolean {
  const from = Math.max(clause.negatedAt + 1, mention.end)
  return clause.hits.has('exception', from, clause.sentence.end)
}

/** "Should not be used for data subject to HIPAA", "does not meet SOC 2 requirements". */
function isUnfit({ clause, mention }: MentionContext): boolean {
  const unfit = clause.holder === 'vendor' && clause.hits.last('unfit', clause.start, mention.start)
  if (!unfit || mention.kind === 'law') return false
  return !clause.hits.any(['certify', 'certificate_word', 'facility'], unfit.end, mention.start)
}

const isUnable = (context: MentionContext): boolean => context.clause.modality === 'possibility' && context.has('offer')

function isBound(context: MentionContext): boolean {
  const isOffer = context.has('offer') && (context.has('certificate') || context.mention.kind === 'assessed_law')
  return (
    context.has('certify') ||
    context.has('comply') ||
    (context.has('hold') && context.has('certificate')) ||
    isOffer ||
    adjacent(context)
  )
}

/** "No SOC 2 report is available", "SOC 2: no". */
function standsAlone(context: MentionContext): boolean {
  const { clause, mention } = context
  if (isLaw(mention) && mention.kind !== 'assessed_law') return false
  // "Einen SOC-2-Bericht gibt es derzeit nicht"
  const isAbout = mention.end - clause.start < 60 && context.has('certificate')
  if (isAbout && context.has('exists') && !context.has('other')) return true
  const isSubject = mention.start < clause.subject.end && clause.negatedAt > mention.end
  if (isSubject && clause.negatedAt < mention.end + 40 && context.has('offer')) return true
  // Japanese omits the speaker: "SOC 2レポートは取得していません".
  if (
    clause.language === 'ja' &&
    isSubject &&
    context.has('hold') &&
    context.has('certificate') &&
    !context.has('other')
  )
    return true
  return adjacent(context) && context.has('certificate')
}

/** The negation is next to the standard. */
function adjacent({ clause, mention, view }: MentionContext): boolean {
  return clause.hits.all('negation', clause.start, mention.start).some((hit) => {
    const between = view.slice(hit.end, mention.start)
    return between.trim() === '' || (between.length < 16 && clause.hits.has('certificate', hit.end, mention.start))
  })
}
