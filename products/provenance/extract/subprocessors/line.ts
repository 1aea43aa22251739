// One line about one company, or about several with the same purpose: "Name – purpose – place", "A and B for logs".
import { placesIn } from '../language/places.ts'
import type { Block, Span } from '../types.ts'
import { isPlace, labelIn, purposeOf } from './fields.ts'
import { isFirm, type Named, namedIn, namedInText, namesApart } from './names.ts'
import { hostOf, type Page } from './page.ts'
import { isWording } from './wording.ts'

export interface Parsed {
  named: Named
  /** Evidence that it is a company: a link, bold text, a legal form, a capital inside a word, a domain. */
  isSure: boolean
  rest: string
  location: string
}

/** Separators between a name and the rest of the line. */
const PARTED = /^\s*(?:[–—|:：;、→]|-\s|\s-|[（(]|,\s|$|\n)/u
const GOES_ON =
  /^\s+(?:for|to|is|are|as|provides?|which|who|used|we|für|zur|zum|als|ist|pour|comme|est|fournit|para|como|es|é|per|come|è|fornisce|voor|is|als|in|en|à|aux|au|te|at|based|located|registered|mit sitz|basée?|située?|con sede|com sede|situad[oa]|gevestigd|を)\s/iu
/** "Contoso. Hosting.": the first sentence is a name. */
const ENDED = /\p{Ll}\.\s+\p{Lu}/u
const SHORTENED = /^(?:inc|ltd|co|corp|llc|plc|bros|dr|st|gmbh|cie|\p{Lu}|(?:\p{L}\.)+\p{L})\.$/iu
const TASKED = 0.6
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u

/** `isSwapped`: the list puts the purpose before the name. */
export function parsedLine(block: Block, text: string, page: Page, isSwapped = false): Parsed[] {
  const line = text.split('\n')[0] ?? ''
  const bySpans = namesInSpans(block, text, page)
  if (bySpans) return parsed(bySpans.names, true, text.slice(bySpans.end).split('\n')[0] ?? '')
  const label = labelIn(line, page)
  if (label?.role === 'name' && label.value !== '') return parsedText(label.value, page)
  return (isSwapped || opensWithTask(line, page) ? swapped(line, page) : undefined) ?? parsedText(line, page)
}

function parsed(names: readonly Named[], isSure: boolean, rest: string): Parsed[] {
  const whole = rest.replace(/^[\s–—:：|,、.→-]+/u, '')
  const said = names.every(({ name }) => isFirm(name)) ? behindStreet(whole) : whole
  const [bracket = '', inside = ''] = /^[(（]([^()（）]*)[)）]/u.exec(said) ?? []
  const after = said.slice(bracket.length)
  const isLegalName = isFirm(inside)
  const purpose = purposeOf(/[\p{L}]{2}/u.test(after) || isPlace(inside) || isLegalName ? after : inside)
  return names.map((named) => ({
    named: isLegalName ? { ...named, aliases: [...named.aliases, inside] } : named,
    isSure: isSure || isFirm(named.name) || /\p{Ll}\p{Lu}|\.\p{Ll}{2}/u.test(named.name),
    rest: purpose,
    location: placesIn(whole).join(', '),
  }))
}

const STREET = /^[^–—|:：（(\n]*\d[^–—|:：（(\n]*,[^–—|:：（(\n]*?(?=\s[–—-]\s|\s*[|:：（(]|$)/u

/** "1 Quay Street, Dublin 2, Ireland (hosting)", "Dublin, Ireland: hosting": returns what follows the address. */
function behindStreet(said: string): string {
  const [town = ''] = TOWN.exec(said) ?? []
  const address = STREET.exec(said)?.[0] ?? (isPlace(town) ? town : '')
  return said.slice(address.length).replace(/^[\s–—:：|-]+/u, '')
}

const TOWN = /^[^–—|:：（(\n]+(?=:\s|：)/u

function parsedText(line: string, page: Page): Parsed[] {
  const found = nameAtStart(line, page)
  return found ? parsed([found.named], false, line.slice(found.end)) : []
}

const TWO_PARTS = /^([^:：\n]{2,60}?)(?:\s?[:：]\s*|\s+[–—-]\s+)(.+)$/su

export function opensWithTask(text: string, page: Page): boolean {
  const first = TWO_PARTS.exec(text.split('\n')[0] ?? '')?.[1] ?? ''
  return first !== '' && !isFirm(first) && page.share(first, ['task', 'preposition', 'break']) >= TASKED
}

/** "Hosting: Contoso GmbH (Germany)": the purpose comes first. */
function swapped(line: string, page: Page): Parsed[] | undefined {
  const [, first = '', second = ''] = TWO_PARTS.exec(line) ?? []
  if (first === '') return undefined
  const all = namesApart(withoutStreet(second)).flatMap((part) => parsedText(part, page))
  if (all.length === 0) return undefined
  return all.map((one) => ({ ...one, rest: first.trim(), location: one.location || placesIn(second).join(', ') }))
}

/** "Contoso GmbH, Musterstr. 1, 10115 Berlin" is one company: an address has a number and no other legal form. */
function withoutStreet(text: string): string {
  const [first = '', ...rest] = (text.split(/;\s/)[0] ?? '').split(/,\s+(?!(?:Inc|LLC|Ltd|L\.?P|S\.?A)\b)/u)
  const isAddress = isFirm(first) && rest.some((part) => /\d/.test(part)) && !rest.some((part) => isFirm(part))
  return isAddress ? first : text
}

/** The longest start of the line that looks like a name and is followed by a separator or a word of purpose. */
function nameAtStart(line: string, page: Page): { named: Named; end: number } | undefined {
  if (UNSPACED.test(/^[^–—|:：（(、]*/u.exec(line)?.[0] ?? '')) return unspacedName(line, page)
  // Full-width punctuation has no spaces around it: "Contoso Inc.：hosting".
  const head = /^[^：（、｜\n]+(?=[：（、｜])/u.exec(line)?.[0] ?? ''
  const named = head === '' ? undefined : namedInText(head)
  if (named && !isWording(named.name, page)) return { named, end: head.length }
  const words = [...line.matchAll(/\S+/gu)].slice(0, 10)
  for (let count = words.length; count > 0; count--) {
    const last = words[count - 1] as RegExpExecArray
    const isSentence = last[0].endsWith('.') && !SHORTENED.test(last[0]) && /^\p{Lu}/u.test(words[count]?.[0] ?? '')
    const signs = isSentence ? /[.]$/u : /[:,;)]+$/u
    const end = last.index + last[0].replace(signs, (said) => (last[0].includes('(') ? said : '')).length
    const rest = line.slice(end)
    if (!isSentence && !PARTED.test(rest) && !GOES_ON.test(rest)) continue
    const text = line.slice(0, end)
    if (ENDED.test(text)) continue
    if (/\s[–—|-]\s|[:：|]/u.test(text) || (/,\s/.test(text) && !isFirm(text.slice(text.lastIndexOf(','))))) continue
    if (/[(（]/u.test(text) && !/\((?:aka|a\.k\.a|d\/b\/a|dba|formerly)/i.test(text)) continue
    const named = namedInText(text)
    if (named && !isWording(named.name, page)) return { named, end }
  }
  return undefined
}

function unspacedName(line: string, page: Page): { named: Named; end: number } | undefined {
  const end = /[:：、,（(|–—]|\s[-/]\s|$|\n/u.exec(line)?.index ?? line.length
  const named = namedInText(line.slice(0, end))
  return named && !isWording(named.name, page) && !isPlace(named.name) ? { named, end } : undefined
}

/** Consecutive links or bold words at the start: "A, B and C for hosting". */
export function namesInSpans(block: Block, text: string, page: Page): { names: Named[]; end: number } | undefined {
  const names: Named[] = []
  let end = 0
  for (const span of outermost(block.spans)) {
    const [from, to] = [span.start - block.start, span.end - block.start]
    if (!/^[\s,&/]*(?:(?:and|und|et|y|e|en|または|と)\s)?[\s,、]*$/u.test(text.slice(end, from)) || to > text.length)
      break
    const said = text.slice(from, to)
    const named = nameInSpan(said, text.length, page) ?? siteIn(span, said, page)
    if (!named) break
    names.push(named)
    end = to
  }
  return names.length > 0 ? { names, end } : undefined
}

/** Bold text inside a link is part of one name. */
const outermost = (spans: readonly Span[]): Span[] => {
  const kept: Span[] = []
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end))
    if (span.kind !== 'struck' && span.end > span.start && span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span)
  return kept
}

/** A short span that looks like a name; a linked sentence is not one. */
function nameInSpan(said: string, length: number, page: Page): Named | undefined {
  if (said.length >= 80 || /[.!?]\s/.test(said)) return undefined
  if (/^(?:see|view|read|learn|click|here|our|the full|full|list|subscribe)\b/i.test(said)) return undefined
  const cleaned = said.replace(/[\s:：–—-]+$/u, '')
  const named = namedInText(cleaned) ?? (said.length < length && isShort(cleaned) ? namedIn(cleaned) : undefined)
  return named && !isWording(named.name, page) ? named : undefined
}

/** A link whose text is the host that it leads to. */
const siteIn = (span: Span, said: string, page: Page): Named | undefined =>
  page.leadsAway(span) && said.replace(/^www\./, '') === hostOf(span.href) ? namedIn(said) : undefined

const isShort = (text: string): boolean => text.split(/\s+/).length <= 2 && /^\p{Ll}*\p{Lu}/u.test(text)
