// Whose certificate it is: the page's owner's, or that of a provider, a data centre, a subprocessor.
import { providersIn } from '../language/providers.ts'
import { subjectsOf } from '../language/subject.ts'
import type { Group } from './groups.ts'

export interface Page {
  own: readonly string[]
  /** Headings above, matchable, nearest last. */
  headings: readonly string[]
}

const OTHERS_NOUN = String.raw`(?:data[\s-]?cent(?:er|re)s?|infrastructure|facilit(?:y|ies)|hosting|cloud providers?|cloud infrastructure|(?<!level \d )(?<!service )providers?|vendors?|suppliers?|partners?|servers?|sub-?processors?|networks?|environments?)`
const OTHERS_AFTER = new RegExp(
  String.raw`^[\s-]*(?:certified|compliant|accredited|attested|audited|certifications?|compliance)?[\s,-]*(?:(?!for\b)[\w-]+\s+){0,2}?${OTHERS_NOUN}\b`,
)
const OF_OTHERS = new RegExp(
  String.raw`^[^.;]{0,40}\b(?:of|from|by|with) (?:our |the |these |all |each |its )?(?:[\w-]+ ){0,2}?${OTHERS_NOUN}\b`,
)
const INHERITED =
  /\b(?:benefits? from|inherits?|inherited|inheriting|rely on|relies on|leverag(?:es?|ing)|backed by)\b[^.;]{0,80}$/
const HOSTED =
  /\b(?:runs?|running|built|hosted|hosting|stored|housed|powered|deployed|resides?|located)\b[^.;]{0,40}\b(?:on|in|at|by|with|upon|within)\b[^.;]{0,50}$/
const EQUIPPED = new RegExp(String.raw`\b${OTHERS_NOUN}\s+(?:with|holding|having|under|featuring)\b[^.;]{0,50}$`)
const RELATIVE =
  /(?:^|[\s,])(?:that|which|who|whose)\s+(?:[\w-]+\s+){0,3}?(?:is|are|has|have|holds?|maintains?|meets?|comply|complies|either|both)?\b[^,;]{0,50}$/
const APPOSITION =
  /^(?:'s)?\s*(?:[,(]\s*(?:(?:is|as|has|which is)\s+)?(?:an?\s+)?|\s+(?:is|are|has|have|holds)\s+(?:an?\s+)?|\s*)(?:[\w-]+\s+){0,2}$/
const HEADING =
  /\b(?:hosting|host|infrastructure (?:provider|partner|security)|compliant infrastructure|data[\s-]?cent(?:er|re)s?|(?:cloud|our|hosting|service) (?:providers?|partners?|vendors?)|sub-?processors?|third[\s-]part(?:y|ies)|suppliers?|(?:built|runs?|running) on)\b/

/** "Acme, which runs on AWS, is …": what stands between the commas is an aside. */
const ASIDE = /^\s*(?:which|who)\b[^,]{0,80},\s*(?=(?:is|are|has|have|holds?|maintains?|undergoes|complies|meets)\b)/
const USED =
  /\b(?:uses?|using|chose|choose|select|only|with)\b[^.;]{0,60}\b(?:infrastructure|services|systems|tools|software|products)\b[^.;]{0,30}\b(?:that|which) (?:is|are|have|has|hold|meet|maintain|comply)\b[^.;]{0,40}$/

/** "stored in ISO 27001 certified data centers": the place is certified, whoever is spoken to. */
export function isPlace({ before, after }: Group): boolean {
  return HOSTED.test(before) && OTHERS_AFTER.test(after)
}

export function isSomeoneElses(group: Group, { own, headings }: Page): boolean {
  const { after, earlier } = group
  const before = group.before.replace(ASIDE, '')
  if (OTHERS_AFTER.test(after) && !/^\s*(?:level \d\s+)?service provider/.test(after)) return true
  if (INHERITED.test(before) || EQUIPPED.test(before)) return true
  if (USED.test(before)) return true
  if (OF_OTHERS.test(after) && subjectsOf(before, { own }).first !== 'own') return true
  if (providersIn(before, own).some(({ end }) => APPOSITION.test(before.slice(end)))) return true
  return speaksOfOthers(before, earlier, own) || headingSaysOthers(group, headings, own)
}

function speaksOfOthers(before: string, earlier: string, own: readonly string[]): boolean {
  const here = subjectsOf(before, { own })
  if (here.last === 'other' && RELATIVE.test(before)) return true
  if (here.first !== 'none') return here.first === 'other'
  const above = subjectsOf(earlier, { own })
  return /^\s*(?:that|which|who|whose)\b/.test(before) || RELATIVE.test(before)
    ? above.last === 'other'
    : above.first === 'other'
}

/** Cards with certificates under "our hosting partners" are about the partners, unless a sentence says "we". */
function headingSaysOthers({ before }: Group, headings: readonly string[], own: readonly string[]): boolean {
  const nearest = headings.slice(-2).join(' / ')
  if (subjectsOf(before, { own }).first === 'own') return false
  return HEADING.test(nearest) || providersIn(headings.at(-1) ?? '', own).length > 0
}
