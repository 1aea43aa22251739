// Subprocessors in sentences: "subprocessors such as A, B and C", "we use A for logs and B for mail as subprocessors".

import { sentencesIn } from '../clauses/sentences.ts'
import type { Hits } from '../cues/hits.ts'
import type { Cue } from '../cues/names.ts'
import { placesAt, placesIn } from '../language/places.ts'
import { providersIn } from '../language/providers.ts'
import { matchable } from '../read/characters.ts'
import type { Block } from '../types.ts'
import { type Entry, noFields } from './entry.ts'
import { isPlace, purposeOf } from './fields.ts'
import { isFirm, type Named, namedInText, withoutStop } from './names.ts'
import type { Page } from './page.ts'
import { placeOf } from './relevance.ts'
import { isWording } from './wording.ts'

interface Listed {
  named: Named
  purpose: string
  location: string
  isSure: boolean
}

const MOST_NAMES = 30
const NEXT_TO = 12
const ABOUT: readonly Cue[] = ['subprocessor', 'suppliers']

export function entriesInProse(page: Page): Entry[] {
  return page.blocks.flatMap((block) => {
    if (block.kind !== 'paragraph' && block.kind !== 'definition' && block.kind !== 'item') return []
    const hits = page.hitsOf(block)
    const isUnder = isHeaded(block, page)
    if (!isUnder && !hits.any(ABOUT)) return []
    const { standing } = placeOf(block, page)
    const sentences = sentencesIn(page.document.text, block.start, block.end)
    return sentences.flatMap((sentence, index) => {
      const { start, end } = sentence
      const from = sentences[index - 1]?.start ?? start
      if (hits.has('negation', start, end)) return []
      const listed = hits.any(ABOUT, from, end)
        ? listIn(page, block, start, end)
        : isUnder && !hits.any(UNSURE, start, end) && !ENDED.test(page.document.text.slice(start, end))
          ? engagedIn(listIn(page, block, start, end, true), page)
          : []
      return listed.map(
        ({ named, purpose, location }): Entry => ({
          ...noFields(),
          ...{ named, purpose, location, standing, block, start, end },
          rule: 'subprocessor/prose',
        }),
      )
    })
  })
}

/** Whether the heading is about suppliers, so that the sentences below are too. */
function isHeaded(block: Block, page: Page): boolean {
  const heading = block.path.at(-1) ?? ''
  return ABOUT.some((cue) => page.hasAnywhere(heading, cue)) && placeOf(block, page).relevant
}

const UNSURE: readonly Cue[] = [
  'customer',
  'possibility',
  'duty',
  'condition',
  'advice',
  'definition',
  'supposed',
  'former',
]
const ENDED = /(?<!\p{L})(?:until|till|bis|jusqu'en|hasta|até|fino al?|tot)\s+(?:\p{L}+\s+)?\d{4}|\d{4}年まで/iu
const SHORT_FORM = /^\p{Lu}{2,5}s?$/u

/** If at least two have a known purpose, accept the others with a purpose that we do not know. */
function engagedIn(listed: readonly Listed[], page: Page): Listed[] {
  const engaged = listed.filter((one) => isEngaged(one, page))
  const isList =
    engaged.length >= 2 && listed.every(({ purpose, named }) => purpose !== '' && !SHORT_FORM.test(named.name))
  return isList ? [...listed] : engaged
}

/** Below a heading only, a capital is weak evidence: requires a legal form, a known provider, or a purpose. */
const isEngaged = ({ named: { name }, purpose }: Listed, page: Page): boolean =>
  isFirm(name) ||
  providersIn(matchable(name), []).length > 0 ||
  (!SHORT_FORM.test(name) && purpose !== '' && page.has(purpose, 'task'))

/** The longest list that starts after a word that introduces one. */
function listIn(page: Page, block: Block, start: number, end: number, isUnder = false): Listed[] {
  const text = page.document.text.slice(start, end)
  const hits = page.hitsOf(block)
  const starts = hits
    .all('introduces', start, end)
    .filter((hit) => !isOtherCompany(text.slice(0, hit.start - start), page) && !isSupposed(hits, start, hit.start))
    .map((hit) => hit.end - start)
  const lists = hits.all('subprocessor', start, end).map((hit) => ({ start: hit.start - start, end: hit.end - start }))
  if (lists.some((hit) => isOtherList(text, hit, page))) return []
  // "our subprocessor, Contoso Ltd"
  for (const hit of lists) starts.push(text[hit.end] === ',' ? hit.end + 1 : hit.end)
  for (const match of text.matchAll(/:\s|：\s*|は、?/gu)) starts.push(match.index + match[0].length)
  const isJapanese = page.languageOf(block) === 'ja'
  if (isUnder || isJapanese) starts.push(0)
  if (isJapanese) {
    // 「保管を株式会社…に再委託」
    for (const match of text.matchAll(/を(?=[^を。]*(?:株式会社|合同会社|有限会社))/gu)) starts.push(match.index + 1)
  }
  const found = starts.map((at) => withTask(listAt(text, at, page), text.slice(0, at), page))
  const sure = found.filter((list) => list.some(({ isSure }) => isSure))
  // A single capitalized word could be any word.
  const best = sure.sort((one, other) => other.length - one.length)[0] ?? []
  const [only] = best
  if (best.length === 1 && only && !isFirm(only.named.name) && only.purpose === '' && only.location === '') return []
  return best.filter(({ named }) => !page.own.includes(matchable(named.name)))
}

/** "Payments are handled by Contoso": the purpose comes before the company. */
function withTask(listed: Listed[], before: string, page: Page): Listed[] {
  const [only] = listed
  if (listed.length !== 1 || !only || only.purpose !== '') return listed
  const purpose =
    before
      .slice(0, NEARBY)
      .trim()
      .split(/\s+/u)
      .find((word) => page.has(word, 'task')) ?? ''
  return [{ ...only, purpose, isSure: only.isSure || purpose !== '' }]
}

const POSSESSIVE = /(\p{Lu}[\p{L}\p{N}.-]*)['’]s\s+$/u
const BELONGING = /^\s+(?:of|by|at|de|di|von|van)\s+(\p{Lu}[\p{L}\p{N}.-]*)/u

/** "Contoso's subprocessors" are not the vendor's. */
function isOtherList(text: string, hit: { start: number; end: number }, page: Page): boolean {
  const name = POSSESSIVE.exec(text.slice(0, hit.start))?.[1] ?? BELONGING.exec(text.slice(hit.end))?.[1]
  return name !== undefined && !page.own.includes(matchable(name)) && page.share(name, SUBJECTS) < 0.5
}

const SUBJECTS: readonly Cue[] = [...ABOUT, 'own', 'own_thing', 'task', 'label', 'customer']

const LAST_WORD = /\S\s+(\p{Lu}[\p{L}\p{N}.-]*)\s+$/u
const NEARBY = 40
const LONGEST_PLACE = 40

/** "Contoso uses …" is about Contoso. Not for German, which capitalizes nouns. */
function isOtherCompany(before: string, page: Page): boolean {
  const last = before.slice(-NEARBY)
  const known = providersIn(matchable(last), page.own).at(-1)
  if (known && /^\s+(?:\p{Ll}+\s+)?$/u.test(last.slice(known.end))) return true
  const word = LAST_WORD.exec(before)?.[1] ?? nameAtStart(before, page)
  if (word === undefined || page.language === 'de' || page.language === 'ja') return false
  return !page.own.includes(matchable(word)) && page.share(word, SUBJECTS) < 0.5
}

/** A capitalized word at the start is a name if it is also capitalized in the middle of another sentence. */
function nameAtStart(before: string, page: Page): string | undefined {
  const word = ONLY_WORD.exec(before)?.[1]
  return word !== undefined && new RegExp(`\\p{L}\\s${word}(?![\\p{L}\\p{N}])`, 'u').test(page.document.text)
    ? word
    : undefined
}
const ONLY_WORD = /^\s*(\p{Lu}[\p{L}\p{N}]+)\s+$/u

/** "Common subprocessors include …", "if you hire …": not about the vendor. */
function isSupposed(hits: Hits, start: number, end: number): boolean {
  if (hits.has('advice', start, end)) return true
  return hits.all('condition', start, end).some((hit) => hits.has('customer', hit.end, hit.end + NEXT_TO))
}

const NAME =
  /[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.&'+/-]*(?:\s+(?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.&'+/-]*|&|of|de|d\.o\.o\.|srls?|spa|gmbh|bv|nv|ehf|oy|ab|kg))*(?:,\s+(?:Inc|LLC|Ltd|Corp|S\.A|B\.V|GmbH)\b\.?)?/uy
const UNSPACED_NAME =
  /[\p{Lu}\p{L}\p{N}\u30fb. &-]+?(?=、|など|等|および|及び|と|を|の|（|\(|で|に|が|です|である|。|$)/uy
const OPENING =
  /[\s"'„“«(]*(?:(?:the|die|der|das|den|dem|la|le|les|el|los|o|a|à|os|il|lo|de|het|an|aan|bei|mit|con|com|met|with|on)\s+)?/uy
const BRACKET = /\s*[（(]([^()（）]{1,80})[)）]/uy
const FOR =
  /\s+(?:for|to|für|zur|zum|pour|para|per|voor)\s+([^,;.()]{2,60}?)(?=,|;|\.|\s+(?:and|und|et|y|e|en|sowie|or|oder|as|als|como|come|comme)\s+(?:(?:à|a|an|bei|mit|con|com|met|with|on)\s+)?(?=\p{Lu})|\s+(?:as|als|como|come|comme)\s|\s*\(|$)/uy
const IN = /\s+(?:in|en|au|aux|à|em|na|no|nei|negli|in der)\s+(?:the\s+|die\s+)?(?=\p{Lu})/uy
const NEXT =
  /\s*(?:,\s*(?:and|und|et|y|e|en|or|sowie|oder)?\s+|,\s*|;\s*|、|\s+(?:and|und|et|y|e|en|or|sowie|oder|ou|o)\s+|および|及び|と|そして)/uy

function listAt(text: string, from: number, page: Page): Listed[] {
  const listed: Listed[] = []
  let at = from
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  /** "Contoso in Ireland". */
  const placeAhead = (): string => {
    const back = at
    const [place] = take(IN) ? placesAt(text, at, at + LONGEST_PLACE) : []
    if (place?.start === at) at = place.end
    else at = back
    return at === back ? '' : (place?.name ?? '')
  }
  while (listed.length < MOST_NAMES) {
    take(OPENING)
    const said = take(page.language === 'ja' ? UNSPACED_NAME : NAME)?.[0]
    const named = said === undefined ? undefined : namedInText(withoutStop(said))
    if (!named || isTerm(named.name, page)) break
    const inside = take(BRACKET)?.[1] ?? ''
    const purpose = take(FOR)?.[1] ?? ''
    const location = placesIn(inside).join(', ') || placeAhead()
    const isSure = hasSign(named.name, page) || location !== '' || purpose !== '' || page.share(inside, ['task']) > 0.4
    const last = listed.at(-1)
    if (last && isFirm(last.named.name) && last.purpose === '' && isSeat(named.name, inside, page)) {
      Object.assign(last, { purpose: purposeOf(inside), location: named.name, isSure: true })
      if (!take(NEXT)) break
      continue
    }
    listed.push({ named, purpose: purposeOf(purpose || inside), location, isSure })
    if (!take(NEXT)) break
  }
  return listed
}

/** "Contoso GmbH, Nürnberg (hosting)": a town, followed by the company's purpose. */
const isSeat = (name: string, inside: string, page: Page): boolean =>
  !isFirm(name) && (isPlace(name) || (!/\s/.test(name) && page.has(inside, 'task')))

const NOT_NAMES =
  /^(?:EU|US|UK|GDPR|Data|Services?|Customer|Personal|Standard|Annex|Anhang|Annexe|Anexo|Allegato|Bijlage|Article|Art|Artikel|Artículo|Artigo|Articolo|Section|Abschnitt|Schedule|Exhibit|Appendix|Anlage|SCCs?)\b|\b(?:Terms|Schedule|Section|Annex|Exhibit|Agreement|Addendum|Clauses?|Act)\b/iu
const TERMS: readonly Cue[] = [
  'customer',
  'own',
  'own_thing',
  'data_thing',
  'agreement',
  'other',
  'facility',
  'their_data',
  'employee',
  'affiliate',
  'label',
  'task',
  'auditor',
]

/** Defined terms of an agreement are capitalized too. */
const isTerm = (name: string, page: Page): boolean =>
  NOT_NAMES.test(name) || isWording(name, page) || (!isFirm(name) && page.share(name, TERMS) > 0.7)

/** German capitalizes nouns, and the first word of a list may be capitalized anyway. */
function hasSign(name: string, page: Page): boolean {
  if (isFirm(name) || /\p{Ll}\p{Lu}|\.\p{Ll}{2}|\p{L}\p{N}|\p{Lu}{2}/u.test(name)) return true
  if (page.language === 'ja') return /^[\p{Lu}]/u.test(name)
  return page.language !== 'de' || /\s/.test(name)
}
