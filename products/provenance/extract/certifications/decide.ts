// What one clause says about one standard in it. Nothing is affirmed by default: it takes a holder, a predicate and a fact.

import type { Clause } from '../clauses/clause.ts'
import { opensWith } from '../clauses/pieces.ts'
import type { Mention } from '../standards/mentions.ts'
import { Asking } from './asking.ts'
import { decideContract } from './contracts.ts'
import { deniedBy } from './denials.ts'
import { isGranted, isHeldBy } from './granted.ts'
import { decideLaw } from './laws.ts'
import type { Page } from './page.ts'
import { isPredicateBehind } from './predicates.ts'
import { presupposedBy } from './presupposed.ts'
import { type Decision, decided } from './said.ts'
import { weakenedBy } from './weakened.ts'

type Rule = (asking: Asking, page: Page) => Decision | undefined

const RULES: readonly Rule[] = [
  byMood,
  deniedBy,
  presupposedBy,
  byDuty,
  byPlace,
  weakenedBy,
  byHolder,
  bySureness,
  (asking, page) => (isDeclared(asking.mention) ? decideLaw(asking, page) : undefined),
  byPredicate,
  byFragment,
]

export function decide(clause: Clause, mention: Mention, page: Page): Decision {
  const asking = new Asking(clause, mention, page.scanned)
  if (mention.kind === 'contract') return decideContract(asking, page)
  for (const rule of RULES) {
    const decision = rule(asking, page)
    if (decision) return decision
  }
  return decided('mention', 'bare-mention')
}

const isDeclared = ({ kind }: Mention): boolean => kind === 'law' || kind === 'assessed_law' || kind === 'framework'

function byMood(asking: Asking): Decision | undefined {
  const { clause, mention } = asking
  const near = (reach: number): boolean =>
    asking.between('training', Math.max(clause.start, mention.start - reach), mention.end + reach)
  if (clause.modality === 'question') return decided('mention', 'question')
  if (clause.modality === 'training' && near(60)) return decided('mention', 'training')
  if (clause.modality === 'condition') return decided(isPredicated(asking) ? 'conditional' : 'mention', 'condition')
  if (clause.modality === 'former') return decided('expired', 'former')
  return undefined
}

function byDuty({ clause }: Asking): Decision | undefined {
  return clause.modality === 'duty' ? decided('mention', 'duty') : undefined
}

const isPredicated = (asking: Asking): boolean =>
  asking.has('certify') || asking.has('comply') || (asking.has('hold') && asking.has('certificate'))

/** An object that has the certificate: "in ISO 27001 certified data centres", "infrastructure that is certified". */
function byPlace(asking: Asking): Decision | undefined {
  const { clause, mention, view } = asking
  const subjectEnd = clause.subject.end
  const isThere = asking.all('facility').some((hit) => {
    if (hit.start >= mention.end) {
      const between = view.slice(mention.end, hit.start)
      // "Certified for the hosting of health data" is said of the vendor.
      const isDirect = hit.start - mention.end < 34 && !asking.between('preposition', mention.end, hit.start)
      const isCertified = isDirect && asking.between('certificate_word', mention.end, hit.start)
      return isCertified || /^[\s)-]*(?:\p{L}+\s+)?$/u.test(between)
    }
    // "Acme est un hébergeur certifié": the vendor is one.
    if (clause.holder === 'vendor' && COPULA.test(view.slice(clause.start, hit.start))) return false
    const isObject = hit.start >= subjectEnd || clause.holder !== 'vendor'
    return clause.language !== 'ja' && isObject && mention.start - hit.start < 70
  })
  return isThere ? decided('third_party', 'place') : undefined
}

const COPULA =
  /(?<!\p{L})(?:is|are|ist|sind|est|sommes|es|somos|é|è|siamo|zijn)\s+(?:an?|eine?|une?|una?|uma?|een)\s+(?:\p{L}+\s+)?$/u

function byHolder(asking: Asking): Decision | undefined {
  const { clause } = asking
  if (clause.holder === 'other' && certifiesUs(asking)) return decided('affirmed', 'certified-by')
  if (clause.holder === 'other' || clause.isApposition) return decided('third_party', 'holder')
  if (clause.holder === 'employee') return decided('mention', 'employee')
  if (clause.holder !== 'customer') return undefined
  // "You can request our SOC 2 report" is about the report, "customers may demand it of their suppliers" is not.
  const isOffer = asking.has('offer') && asking.has('certificate') && !asking.has('other')
  return isOffer && !isDeclared(asking.mention) ? undefined : decided('mention', 'customer')
}

function bySureness(asking: Asking): Decision | undefined {
  const { modality } = asking.clause
  if (modality === 'advice') return decided('mention', 'advice')
  const isOffer = asking.has('offer') && asking.has('certificate')
  return modality === 'possibility' && !isOffer ? decided('mention', 'possibility') : undefined
}

function byPredicate(asking: Asking, { isAgreement }: Page): Decision | undefined {
  const { clause, mention } = asking
  const isOffer = asking.has('offer') && asking.has('certificate')
  if (clause.holder === 'vendor') {
    if (isOffer && clause.modality === 'possibility') return decided('report_available', 'offer')
    if (asking.has('certify')) return decided('affirmed', 'certify')
    if (asking.has('comply')) return decided('affirmed', 'comply')
    if (isHeldBy(asking) && (asking.has('certificate') || holdsIt(asking))) return decided('affirmed', 'hold')
    if (isOffer) return decided('report_available', 'offer')
  }
  if (!isAgreement && clause.holder !== 'other' && isPossessed(asking))
    return decided(isOffer ? 'report_available' : 'affirmed', 'possession')
  const isBare = isFragment(asking, asking.clause) || mention.start - clause.start < 25
  if (isOffer && (clause.holder === 'customer' || isBare)) return decided('report_available', 'offer')
  if (!isAgreement && isAudited(asking)) return decided('affirmed', 'yearly')
  const isOurs = clause.holder === 'vendor' || clause.holder === 'nobody'
  if (!isAgreement && isOurs && isCertificateItself(asking)) return decided('affirmed', 'valid')
  if (clause.holder !== 'nobody' || isAgreement) return undefined
  if (asking.has('certify') && clause.namesVendor) return decided('affirmed', 'certified-by')
  // Japanese leaves the speaker out.
  const isSpeaker = clause.language === 'ja' && clause.subject.end === clause.subject.start
  return isSpeaker && asking.has('certify') ? decided('affirmed', 'certify') : undefined
}

/** "The scope of our latest ISO 27001 certification", "Acme's SOC 2 report". */
function isPossessed(asking: Asking): boolean {
  const { clause, mention, view } = asking
  if (mention.kind !== 'certificate') return false
  const own = asking.before('own')
  const isNear =
    own !== undefined &&
    /^\s+(?:\p{L}+\s+){0,2}$/u.test(view.slice(own.end, mention.start)) &&
    isGranted(asking, own.start)
  if (isNear && asking.between('certificate', own.end, mention.start)) return true
  if (!asking.opensAfter('certificate_word', 14)) return false
  if (isNear) return true
  const first = clause.mentions[0]
  const isNamed = clause.holder === 'vendor' && first && first.start < clause.subject.end
  return isNamed === true && mention.start < clause.subject.end
}

/** "Each year an independent firm examines us", "every year we have a SOC 2 audit". */
function isAudited(asking: Asking): boolean {
  const { clause } = asking
  if (!asking.has('yearly') || !(asking.has('auditor') || asking.has('certificate'))) return false
  if (!(asking.has('own') || clause.namesVendor) || asking.mention.kind !== 'certificate') return false
  const isOfOthers = (['facility', 'customer', 'subprocessor', 'employee'] as const).some((cue) => asking.has(cue))
  return !isOfOthers && (clause.holder === 'vendor' || asking.has('auditor'))
}

/** "The ISO 27001 certificate no. 123 is valid until 2027", "both certificates were renewed". */
function isCertificateItself(asking: Asking): boolean {
  const { clause, mention } = asking
  if (mention.kind !== 'certificate' || asking.between('verb', clause.start, mention.start)) return false
  const from = clause.language === 'ja' ? clause.start : mention.end
  const said = clause.hits.first('valid', from, clause.end) ?? clause.hits.first('exists', from, clause.end)
  return said !== undefined && clause.hits.has('certificate', clause.start, said.end)
}

/** "Acme holds ISO 22301": between the verb and the standard stand other standards at most. */
function holdsIt(asking: Asking): boolean {
  const hold = asking.before('hold')
  if (!hold || asking.mention.kind !== 'certificate') return false
  const [first] = asking.clause.mentions.filter(({ start }) => start >= hold.end)
  return first !== undefined && first.start - hold.end < 12
}

const LONGEST_FRAGMENT = 140

/** "BSI has certified our management system to ISO 27001." */
function certifiesUs(asking: Asking): boolean {
  const { clause, mention } = asking
  const predicate =
    clause.hits.first('certify', clause.subject.end, mention.start) ??
    clause.hits.last('hold', clause.subject.end, mention.start)
  if (!predicate || clause.hits.any(['facility', 'customer'], predicate.end, clause.end)) return false
  const isObject = clause.hits.has('own', predicate.end, predicate.end + NEXT) || isNamedSoon(asking, predicate.end)
  return isObject || clause.hits.has('own_thing', predicate.end, mention.start)
}

const isNamedSoon = ({ view, own }: Asking, from: number): boolean =>
  own.some((name) => view.slice(from, from + NEXT + name.length).includes(name))

const NEXT = 12

/** "SOC 2 Type II certified", "ISO 27001-zertifiziert": no verb and no holder, and yet a statement. */
function byFragment(asking: Asking, { isAgreement }: Page): Decision | undefined {
  const { clause } = asking
  if (isAgreement) return undefined
  if (isNounWithPredicate(asking) && !asking.has('verb')) return decided('affirmed', 'fragment')
  if (isTitle(asking)) return decided('affirmed', 'title')
  if (clause.holder !== 'nobody' || !isFragment(asking, clause)) return undefined
  const isCertified = opensWith('certify', clause, clause.hits) || isPredicateBehind(asking)
  const length = clause.end - clause.start
  if (isCertified && length < LONGEST_FRAGMENT) return decided('affirmed', 'fragment')
  const isHeld = (asking.has('hold') || asking.has('yearly') || asking.has('auditor')) && asking.has('certificate')
  return isHeld && length < LONGEST_FRAGMENT - 40 ? decided('affirmed', 'fragment') : undefined
}

/** "Azienda certificata ISO 9001": a noun of ours, the predicate, the standard. */
function isNounWithPredicate({ clause, mention }: Asking): boolean {
  const predicate = clause.hits.last('certify', clause.start, mention.start)
  if (!predicate || mention.start - predicate.end > NEXT) return false
  return clause.hits.any(['own', 'own_thing'], clause.start, predicate.start) && predicate.start - clause.start < 30
}

/** "SOC 2 Type II certified: our systems meet the highest standards." */
function isTitle(asking: Asking): boolean {
  const { clause, mention } = asking
  const hit = asking.opensAfter('certify', 2)
  return hit !== undefined && mention.start <= clause.start + 2 && /^\s*:/.test(asking.text(hit.end, clause.end))
}

function isFragment(asking: Asking, clause: Clause): boolean {
  return !asking.has('verb') && !opensWith('preposition', clause, clause.hits)
}
