// Distinguishes names from ordinary words of the page: labels, places, kinds of services.
import { matchable } from '../read/characters.ts'
import { isPlace } from './fields.ts'
import { isFirm, isSuffix, type Named, namedIn, namedInText, withoutAddress } from './names.ts'
import type { Page } from './page.ts'

const WORDING = 0.8
/** References to parts of a document. */
const PART =
  /^(?:annex|anhang|annexe|anexo|allegato|bijlage|article|art|artikel|artículo|artigo|articolo|section|abschnitt|sezione|sección|schedule|exhibit|appendix|anlage|part|teil|chapter|kapitel|module|step|phase|stage|bucket|option)\b|^(?:第|別紙|別添|付録)/iu

/** The name in a cell without its address; undefined if it is a label. */
export function nameIn(text: string, page: Page): { named: Named; rest: string } | undefined {
  const { name, rest } = /\d|,.*,/.test(text) ? withoutAddress(text) : { name: text, rest: '' }
  const hasAddress = rest !== '' && (isPlace(rest) || /\d/.test(rest))
  const named = namedIn(hasAddress ? name : text)
  if (!named || isWording(named.name, page)) return undefined
  return { named, rest: hasAddress ? rest : '' }
}

/** Labels, places and kinds of services are not companies. */
export function isWording(name: string, page: Page): boolean {
  if (isFirm(name) || /\p{Ll}\p{Lu}|\.\p{L}{2}/u.test(name)) return false
  if (PART.test(name) || page.namesStandard(name) || page.has(name, 'subprocessor')) return true
  return (
    page.roleOf(name, WORDING, ['label']) !== undefined ||
    page.share(name, [
      'label',
      'task',
      'subprocessor',
      'not_suppliers',
      'other_topic',
      'other_recipient',
      'preposition',
      'break',
    ]) >= WORDING ||
    (isPlace(name) && !namedInText(name))
  )
}

const BRACKET_AT_END = /[（(]([^()（）]+)[)）]\s*$/u
const TASKED = 0.5

/** "Contoso (hosting)" and "Contoso (Ireland)" are names with a comment; "Contoso (CTS)" is a name. */
export function tellsInBrackets(text: string, page: Page): boolean {
  const inside = BRACKET_AT_END.exec(text)?.[1]
  return inside !== undefined && (page.share(inside, ['task', 'preposition', 'break']) >= TASKED || isPlace(inside))
}

const APART = /,\s+(?:and\s+|und\s+)?|、|\s+(?:and|und|et|y|e|en)\s+(?=\p{Lu})/u
const LONGEST_OF_MANY = 4

/** "A, B and C" and nothing else: each part looks like a name, and none is a legal form, a place or a service. */
export function manyNamed(text: string, page: Page): Named[] {
  if (/[\n()（）:：;]/u.test(text)) return []
  const parts = text.split(APART)
  if (parts.length < 2) return []
  const named = parts.flatMap((part) => {
    const one = namedInText(part)
    const isName = one && !isSuffix(part) && !isPlace(part) && !/^\d|\s\d+$/.test(part) && !isWording(one.name, page)
    return isName && part.split(/\s+/).length <= LONGEST_OF_MANY ? [one] : []
  })
  return named.length === parts.length ? named : []
}

export function isOwn(name: string, own: readonly string[]): boolean {
  const plain = matchable(name)
  return own.some((mine) => plain === mine || plain.startsWith(`${mine} `))
}
