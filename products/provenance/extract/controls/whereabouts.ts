// Places within a clause: what they are inside of or next to, and whom they belong to.
import type { Clause } from '../clauses/clause.ts'
import { firstVerb, opensWith } from '../clauses/pieces.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Range } from '../clauses/sentences.ts'
import type { Cue } from '../cues/names.ts'
import type { Place } from '../language/places.ts'

const ACRONYM = /^(?:[A-Z]\.?){2,3}$/

/** "The EU rules", "UK SCCs": an acronym before a noun is not a place, unless the noun is a facility that holds data. */
export function isNoAdjective({ text, hits, language }: Scanned, { start, end }: Place): boolean {
  if (language === 'ja' || !ACRONYM.test(text.slice(start, end))) return true
  const next = /^[\s-]*(?=[\p{L}])/u.exec(text.slice(end, end + 4))
  if (!next) return true
  const at = end + next[0].length
  // German nouns are capitalized, so a lowercase word after a place is a participle.
  if (language === 'de' && /^\p{Ll}/u.test(text.slice(at))) return true
  const known: readonly Cue[] = [
    'break',
    'preposition',
    'verb',
    'site',
    'stored',
    'processed',
    'choose_place',
    'data_thing',
    'relative',
  ]
  return (
    known.some((cue) => hits.has(cue, at, at + 40) && hits.first(cue, at)?.start === at) || JOINED.test(text.slice(at))
  )
}
const JOINED = /^(?:and|or|und|oder|sowie|et|ou|y|o|e|en|of|based|basiert\w*)(?!\p{L})/iu

const BESIDE = 24
const WITHIN =
  /(?:\b(?:in|within|inside|innerhalb|gebiet|inland|dans|sein|en|au|aux|em|no|na|nos|nas|nel|nella|nell'|negli|nei|all'interno|interno|dentro|binnen)\b(?: (?:de|del|della|dell'|of|der|des|dem|den|the|la|le|l'|los|las|o|a|da|do|von|territory|territorio|territoire|bundesrepublik|einem|mitgliedsstaat|mitgliedstaat)){0,4}[ ']{0,1}(?:the |l'|de |der |den |la )?)$/u
const IN_JAPANESE = /^(?:国内|域内|内)?(?:に|で|の)/u

/** "Processed in Spain", but not "processed under the law of Spain". */
export const isWithin = (view: string, { start, end }: Place): boolean =>
  WITHIN.test(view.slice(Math.max(0, start - 60), start)) || IN_JAPANESE.test(view.slice(end, end + 4))

/** "In U.S. data centers", "data centers in Nuremberg". */
export function besideSite(hits: Scanned['hits'], view: string, { start, end }: Place): boolean {
  return hits.all('site').some((site) => {
    const between = site.end <= start ? view.slice(site.end, start) : view.slice(end, site.start)
    return (site.end <= start || site.start >= end) && between.length <= BESIDE && !/[.;!?。]/.test(between)
  })
}

/** "In German data centres": the adjective is next to the facility. */
export function byNationality(clause: Clause): Place[] {
  return clause.hits.all('nationality', clause.start, clause.end).flatMap((one) => {
    const beside = clause.hits
      .all('site', clause.start, clause.end)
      .some((site) => Math.min(Math.abs(site.start - one.end), Math.abs(one.start - site.end)) <= 2)
    return beside ? [{ name: one.value, start: one.start, end: one.end }] : []
  })
}

const OF_PEOPLE = 16
const POSTCODE = /(?:^|[\s,(])(?:[A-Z]{1,2}-)?\d{4,5}(?:,? {1,2}|\s\p{Lu}[\p{L}-]+(?:\s\p{L}+){0,2}, )$/u
const STATE_CODE = /^, [A-Z]{2},? \d{5}(?!\d)/u

/** "Customers in Brazil", "75002 Paris": where people live or receive mail says nothing about data. */
export function isOfPeople({ text, hits, language }: Scanned, clause: Clause, { start, end }: Place): boolean {
  if (POSTCODE.test(text.slice(Math.max(0, start - 48), start)) || STATE_CODE.test(text.slice(end, end + 12)))
    return true
  if (language === 'ja') return false
  const people = hits.last('customer', Math.max(clause.start, start - 40), start)
  if (!people || start - people.end > OF_PEOPLE) return false
  return !hits.any(['data_thing', 'site', 'choose_place', 'verb', 'possibility'], people.start, start)
}

const INDEFINITE = /(?:^|[\s(])(?:an?|ein|eine[mnrs]?|une?|una|uno|uma?|een)\s(?:\p{L}+\s)?$/u

/** "With a server in Germany, companies …", "there are 80 data centres in Italy": not about the vendor. */
export function isAnybodys(scanned: Scanned, clause: Clause, place: Place): boolean {
  const { hits, view, language } = scanned
  const { start, end, holder, namesVendor, modality } = clause
  if (namesVendor || modality === 'plan' || language === 'ja' || hits.has('choose_place', start, end)) return false
  const site = hits.first('site', start, end)
  const isOne = site !== undefined && INDEFINITE.test(view.slice(Math.max(start, site.start - 30), site.start))
  if (isOne && opensWith('preposition', clause, hits) && !hits.any(['stored', 'processed'], start, end)) return true
  if (holder === 'vendor' || hits.any(['own', 'own_thing'], start, end)) return false
  if (isRemark(hits, clause, place)) return true
  return hits.has('exists', start, end) || (isOne && !hits.has('data_thing', start, end))
}

/** "Hosting in Spain is regulated": a statement about hosting in general. */
function isRemark(hits: Scanned['hits'], { subject, end }: Clause, place: Place): boolean {
  const site = hits.first('site', subject.start, place.start)
  if (!site || place.end > subject.end || !hits.has('verb', subject.end, end)) return false
  if (hits.has('stored', site.end, place.start)) return false
  return !hits.any(['stored', 'processed', 'data_thing', 'choose_place'], subject.end, end)
}

/** "Paywell stores card data in Japan": the subject is another company. */
export function isStrangers(scanned: Scanned, clause: Clause): boolean {
  const { text, hits, language } = scanned
  const { end, holder } = clause
  if (holder !== 'nobody' || language === 'ja') return false
  const verb = hits.first('stored', clause.start, end) ?? hits.first('processed', clause.start, end)
  if (!verb || verb.start > clause.subject.end + 1) return false
  if (!hits.has('data_thing', verb.end, end) || hits.has('own', verb.end, end)) return false
  const subject = namedSubject(scanned, clause)
  return (
    /^\p{Lu}/u.test(text.slice(subject.start, subject.end)) && !hits.any(KNOWN_SUBJECTS, subject.start, subject.end)
  )
}
const KNOWN_SUBJECTS: readonly Cue[] = [
  ...([
    'data_thing',
    'site',
    'own',
    'own_thing',
    'stored',
    'processed',
    'place_heading',
    'preposition',
    'label',
  ] as const),
  ...(['condition', 'break', 'negation'] as const),
]
const BARE = /^\W*(?:(?:and|und|et|y|e|ed|en|also|auch)\W*)?$/iu

const FEW_LETTERS = 9

/** In "X runs servers and stores data" both clauses are about X. "All of it" refers to the previous subject. */
export function namedSubject({ view, hits }: Scanned, { subject, sentence, start, namesHolder }: Clause): Range {
  const said = view.slice(subject.start, subject.end)
  const isShort = !namesHolder && start > sentence.start && said.replace(/\P{L}/gu, '').length <= FEW_LETTERS
  if (!isShort && !BARE.test(said)) return subject
  return { start: sentence.start, end: firstVerb(sentence, hits).start }
}

const COMPLEMENT = /^\W*(?:dass|that|que|che|dat|à ce que|ob|whether)(?![\p{L}])/u
const LAW =
  /(?<!\p{L})(?:laws?|acts?|regulations?|\p{L}*gesetze?|lois?|ley(?:es)?|leis?|legg[ei]|wet(?:ten)?)(?!\p{L})[^.;]{0,80}(?<!\p{L})(?:requires?|demands?|verlang\p{L}*|fordern?|fordert|exig\p{L}*|richied\p{L}*|vereis\p{L}*)(?=,? \p{L})/u
const THEIRS = /(?<!\p{L})(?:their|ihre eigenen|leurs|sus propios|seus próprios|(?:i )?loro|hun)(?: own)?\s/u

/** Legal requirements, duties and options of customers, and services of others say nothing about the vendor's data. */
export function isDemanded(
  { view, hits }: Scanned,
  { start, sentence, holder, language, namesVendor }: Clause,
): boolean {
  const said = view.slice(sentence.start, sentence.end)
  if (language !== 'ja' && LAW.test(said)) return true
  if (holder === 'nobody' && !namesVendor && language !== 'ja' && THEIRS.test(view.slice(start, start + OPENS)))
    return true
  const before = { start: sentence.start, end: start }
  // "The customer must ensure that …": the place is in the dependent clause.
  return (
    COMPLEMENT.test(view.slice(start, sentence.end)) &&
    hits.has('customer', before.start, before.end) &&
    (['duty', 'possibility', 'advice'] as const).some((cue) => hits.has(cue, before.start, before.end))
  )
}
const OPENS = 30

const EXAMPLE =
  /(?:e\.g\.|z\. ?b\.|for example|par exemple|p\. ?ex\.|por ejemplo|por exemplo|ad esempio|bijv\.|例えば)[^()]*$/u

/** "Other regions (e.g. Spain)": one of several options. */
export const isExample = ({ view }: Scanned, { start }: Place): boolean => {
  const open = view.lastIndexOf('(', start)
  return open >= 0 && EXAMPLE.test(view.slice(open, start))
}
