// What a clause says about a standard. Nothing is affirmed by default: it takes a holder, a predicate and a fact.

import type { Clause } from '../clauses/clause.ts'
import { opensWith } from '../clauses/pieces.ts'
import type { Mention } from '../standards/mentions.ts'
import { decideContract } from './contracts.ts'
import { deniedBy } from './denials.ts'
import { isGranted, isHeldBy } from './granted.ts'
import { decideLaw } from './laws.ts'
import { MentionContext } from './mention-context.ts'
import type { Page } from './page.ts'
import { isPredicateBehind } from './predicates.ts'
import { presupposedBy } from './presupposed.ts'
import { type Decision, decided } from './said.ts'
import { weakenedBy } from './weakened.ts'

type Rule = (context: MentionContext, page: Page) => Decision | undefined

const RULES: readonly Rule[] = [
  byMood,
  deniedBy,
  presupposedBy,
  byDuty,
  byPlace,
  weakenedBy,
  byHolder,
  bySureness,
  (context, page) => (isDeclared(context.mention) ? decideLaw(context, page) : undefined),
  byPredicate,
  byFragment,
]

export function decide(clause: Clause, mention: Mention, page: Page): Decision {
  const context = new MentionContext(clause, mention, page.scanned)
  if (mention.kind === 'contract') return decideContract(context, page)
  for (const rule of RULES) {
    const decision = rule(context, page)
    if (decision) return decision
  }
  return decided('mention', 'bare-mention')
}

const isDeclared = ({ kind }: Mention): boolean => kind === 'law' || kind === 'assessed_law' || kind === 'framework'

function byMood(context: MentionContext): Decision | undefined {
  const { clause, mention } = context
  const near = (reach: number): boolean =>
    context.between('training', Math.max(clause.start, mention.start - reach), mention.end + reach)
  if (clause.modality === 'question') return decided('mention', 'question')
  if (clause.modality === 'training' && near(60)) return decided('mention', 'training')
  if (clause.modality === 'condition') return decided(isPredicated(context) ? 'conditional' : 'mention', 'condition')
  if (clause.modality === 'former') return decided('expired', 'former')
  return undefined
}

function byDuty({ clause }: MentionContext): Decision | undefined {
  return clause.modality === 'duty' ? decided('mention', 'duty') : undefined
}

const isPredicated = (context: MentionContext): boolean =>
  context.has('certify') || context.has('comply') || (context.has('hold') && context.has('certificate'))

/** The standard belongs to an object: "in ISO 27001 certified data centres", "infrastructure that is certified". */
function byPlace(context: MentionContext): Decision | undefined {
  const { clause, mention, view } = context
  const subjectEnd = clause.subject.end
  const isThere = context.all('facility').some((hit) => {
    if (hit.start >= mention.end) {
      const between = view.slice(mention.end, hit.start)
      // "Certified for the hosting of health data" is about the vendor.
      const isDirect = hit.start - mention.end < 34 && !context.between('preposition', mention.end, hit.start)
      const isCertified = isDirect && context.between('certificate_word', mention.end, hit.start)
      return isCertified || /^[\s)-]*(?:\p{L}+\s+)?$/u.test(between)
    }
    // "Acme est un hébergeur certifié" is about the vendor too.
    if (clause.holder === 'vendor' && COPULA.test(view.slice(clause.start, hit.start))) return false
    const isObject = hit.start >= subjectEnd || clause.holder !== 'vendor'
    return clause.language !== 'ja' && isObject && mention.start - hit.start < 70
  })
  return isThere ? decided('third_party', 'place') : undefined
}

const COPULA =
  /(?<!\p{L})(?:is|are|ist|sind|est|sommes|es|somos|é|è|siamo|zijn)\s+(?:an?|eine?|une?|una?|uma?|een)\s+(?:\p{L}+\s+)?$/u

function byHolder(context: MentionContext): Decision | undefined {
  const { clause } = context
  if (clause.holder === 'other' && certifiesUs(context)) return decided('affirmed', 'certified-by')
  if (clause.holder === 'other' || clause.isApposition) return decided('third_party', 'holder')
  if (clause.holder === 'employee') return decided('mention', 'employee')
  if (clause.holder !== 'customer') return undefined
  // "You can request our SOC 2 report" is about the report; "customers may demand it of their suppliers" is not.
  const isOffer = context.has('offer') && context.has('certificate') && !context.has('other')
  return isOffer && !isDeclared(context.mention) ? undefined : decided('mention', 'customer')
}

function bySureness(context: MentionContext): Decision | undefined {
  const { modality } = context.clause
  if (modality === 'advice') return decided('mention', 'advice')
  const isOffer = context.has('offer') && context.has('certificate')
  return modality === 'possibility' && !isOffer ? decided('mention', 'possibility') : undefined
}

function byPredicate(context: MentionContext, { isAgreement }: Page): Decision | undefined {
  const { clause, mention } = context
  const isOffer = context.has('offer') && context.has('certificate')
  if (clause.holder === 'vendor') {
    if (isOffer && clause.modality === 'possibility') return decided('report_available', 'offer')
    if (context.has('certify')) return decided('affirmed', 'certify')
    if (context.has('comply')) return decided('affirmed', 'comply')
    if (isHeldBy(context) && (context.has('certificate') || holdsIt(context))) return decided('affirmed', 'hold')
    if (isOffer) return decided('report_available', 'offer')
  }
  if (!isAgreement && clause.holder !== 'other' && isPossessed(context))
    return decided(isOffer ? 'report_available' : 'affirmed', 'possession')
  const isBare = isFragment(context, context.clause) || mention.start - clause.start < 25
  if (isOffer && (clause.holder === 'customer' || isBare)) return decided('report_available', 'offer')
  if (!isAgreement && isAudited(context)) return decided('affirmed', 'yearly')
  const isOurs = clause.holder === 'vendor' || clause.holder === 'nobody'
  if (!isAgreement && isOurs && isCertificateItself(context)) return decided('affirmed', 'valid')
  if (clause.holder !== 'nobody' || isAgreement) return undefined
  if (context.has('certify') && clause.namesVendor) return decided('affirmed', 'certified-by')
  // Japanese omits the speaker.
  const isSpeaker = clause.language === 'ja' && clause.subject.end === clause.subject.start
  return isSpeaker && context.has('certify') ? decided('affirmed', 'certify') : undefined
}

/** "The scope of our latest ISO 27001 certification", "Acme's SOC 2 report". */
function isPossessed(context: MentionContext): boolean {
  const { clause, mention, view } = context
  if (mention.kind !== 'certificate') return false
  const own = context.before('own')
  const isNear =
    own !== undefined &&
    /^\s+(?:\p{L}+\s+){0,2}$/u.test(view.slice(own.end, mention.start)) &&
    isGranted(context, own.start)
  if (isNear && context.between('certificate', own.end, mention.start)) return true
  if (!context.opensAfter('certificate_word', 14)) return false
  if (isNear) return true
  const first = clause.mentions[0]
  const isNamed = clause.holder === 'vendor' && first && first.start < clause.subject.end
  return isNamed === true && mention.start < clause.subject.end
}

/** "Each year an independent firm examines us", "every year we have a SOC 2 audit". */
function isAudited(context: MentionContext): boolean {
  const { clause } = context
  if (!context.has('yearly') || !(context.has('auditor') || context.has('certificate'))) return false
  if (!(context.has('own') || clause.namesVendor) || context.mention.kind !== 'certificate') return false
  const isOfOthers = (['facility', 'customer', 'subprocessor', 'employee'] as const).some((cue) => context.has(cue))
  return !isOfOthers && (clause.holder === 'vendor' || context.has('auditor'))
}

/** "The ISO 27001 certificate no. 123 is valid until 2027", "both certificates were renewed". */
function isCertificateItself(context: MentionContext): boolean {
  const { clause, mention } = context
  if (mention.kind !== 'certificate' || context.between('verb', clause.start, mention.start)) return false
  const from = clause.language === 'ja' ? clause.start : mention.end
  const said = clause.hits.first('valid', from, clause.end) ?? clause.hits.first('exists', from, clause.end)
  return said !== undefined && clause.hits.has('certificate', clause.start, said.end)
}

/** "Acme holds ISO 22301": only other standards may come between the verb and the standard. */
function holdsIt(context: MentionContext): boolean {
  const hold = context.before('hold')
  if (!hold || context.mention.kind !== 'certificate') return false
  const [first] = context.clause.mentions.filter(({ start }) => start >= hold.end)
  return first !== undefined && first.start - hold.end < 12
}

const LONGEST_FRAGMENT = 140

/** "BSI has certified our management system to ISO 27001." */
function certifiesUs(context: MentionContext): boolean {
  const { clause, mention } = context
  const predicate =
    clause.hits.first('certify', clause.subject.end, mention.start) ??
    clause.hits.last('hold', clause.subject.end, mention.start)
  if (!predicate || clause.hits.any(['facility', 'customer'], predicate.end, clause.end)) return false
  const isObject = clause.hits.has('own', predicate.end, predicate.end + NEXT) || isNamedSoon(context, predicate.end)
  return isObject || clause.hits.has('own_thing', predicate.end, mention.start)
}

const isNamedSoon = ({ view, own }: MentionContext, from: number): boolean =>
  own.some((name) => view.slice(from, from + NEXT + name.length).includes(name))

const NEXT = 12

/** "SOC 2 Type II certified", "ISO 27001-zertifiziert": a statement without verb and holder. */
function byFragment(context: MentionContext, { isAgreement }: Page): Decision | undefined {
  const { clause } = context
  if (isAgreement) return undefined
  if (isNounWithPredicate(context) && !context.has('verb')) return decided('affirmed', 'fragment')
  if (isTitle(context)) return decided('affirmed', 'title')
  if (clause.holder !== 'nobody' || !isFragment(context, clause)) return undefined
  const isCertified = opensWith('certify', clause, clause.hits) || isPredicateBehind(context)
  const length = clause.end - clause.start
  if (isCertified && length < LONGEST_FRAGMENT) return decided('affirmed', 'fragment')
  const isHeld = (context.has('hold') || context.has('yearly') || context.has('auditor')) && context.has('certificate')
  return isHeld && length < LONGEST_FRAGMENT - 40 ? decided('affirmed', 'fragment') : undefined
}

/** "Azienda certificata ISO 9001": a noun for the vendor, the predicate, the standard. */
function isNounWithPredicate({ clause, mention }: MentionContext): boolean {
  const predicate = clause.hits.last('certify', clause.start, mention.start)
  if (!predicate || mention.start - predicate.end > NEXT) return false
  return clause.hits.any(['own', 'own_thing'], clause.start, predicate.start) && predicate.start - clause.start < 30
}

/** "SOC 2 Type II certified: our systems meet the highest standards." */
function isTitle(context: MentionContext): boolean {
  const { clause, mention } = context
  const hit = context.opensAfter('certify', 2)
  return hit !== undefined && mention.start <= clause.start + 2 && /^\s*:/.test(context.text(hit.end, clause.end))
}

function isFragment(context: MentionContext, clause: Clause): boolean {
  return !context.has('verb') && !opensWith('preposition', clause, clause.hits)
}
