// Assigns the lines about a company to fields, by their labels or by their content.
import { cutText } from '@veritrace/platform/text'
import { placesAt, placesIn } from '../language/places.ts'
import { joinedAddresses } from './addresses.ts'
import type { Fields } from './entry.ts'
import { linesIn } from './lines.ts'
import { lettersIn, type Page, type Role } from './page.ts'

const LABELLED = /^([^:：\n]{1,60})\s?[:：]\s*(.*)$/su
const DASHED = /^([^–—|\n]{2,50}?)\s+[–—|-]\s+(.+)$/su
const MOSTLY = 0.6
const WHOLE = 0.75
const LONGEST_PURPOSE = 300
const ADDRESS = /^https?:|^www\.|^[\w-]+(?:\.[\w-]+)+\/?$|@/
/** A status badge on a card, which is not a purpose. */
const STATUS =
  /^(?:in)?active$|^(?:conditional|optional|required|current|new|live|approved|aktiv|actif|activo|ativo|attivo|actief)$/iu
const SENTENCES = /(?<=[\p{Ll}\u3040-\u9fff]{2}[.]|。)\s*(?=[\p{Lu}\u3040-\u9fff])/u
const LONGEST_LABEL = 40
/** "In Ireland (Dublin)" starts with a place; "Mail (Ireland)" does not. */
const IN_THE = 4
const HOUSE = /\d/
/** A house number and a post code with its town. */
const STREET = /\d.*,\s*(?:[A-Z]{1,3}-)?\d{4,5}\s+\p{Lu}/u

export interface Label {
  role: Role
  value: string
}

/** "Purpose: hosting", "Zweck – Hosting", or "Location" alone on a line. */
export function labelIn(line: string, page: Page): Label | undefined {
  const [, before, value] = LABELLED.exec(line) ?? DASHED.exec(line) ?? []
  if (before !== undefined && value !== undefined) {
    const role = page.roleOf(before, MOSTLY)
    return role && { role, value: value.trim() }
  }
  // "Payment processing" is a service; "Purpose" is a label.
  const role = line.length < LONGEST_LABEL ? page.roleOf(line, WHOLE, ['label', 'preposition', 'break']) : undefined
  return role === undefined || role === 'use' ? undefined : { role, value: '' }
}

/** A place and nothing else, except a street. */
export function isPlace(text: string): boolean {
  if (text.length > 120) return false
  const places = placesAt(text)
  if (places.length === 0) return STREET.test(text)
  const named = places.reduce((sum, { start, end }) => sum + lettersIn(text.slice(start, end)), 0)
  if (HOUSE.test(text) && /,/.test(text)) return true
  const share = named / Math.max(1, lettersIn(text))
  return share >= 0.75 || (share >= 0.4 && (places[0]?.start ?? 0) <= IN_THE)
}

/** Reads lines into fields. Without labels, a place comes first, then the purpose. */
export function fieldsOf(lines: readonly string[], page: Page, fields: Fields): { isLabelled: boolean } {
  let isLabelled = false
  let pending: Role | undefined
  const plain = lines.flatMap((line) => linesIn(line.replace(/^[\s•·▪*–-]+/u, ''), page)).map(({ text }) => text)
  for (const line of joinedAddresses(plain, (text) => labelIn(text, page) !== undefined)) {
    const label = labelIn(line, page)
    if (label && (label.value !== '' || pending === undefined)) {
      isLabelled = true
      if (label.value === '') pending = label.role
      else put(fields, label.role, label.value)
    } else if (pending) {
      put(fields, pending, line)
      pending = undefined
    } else for (const sentence of line.split(SENTENCES)) unlabelled(fields, sentence)
  }
  return { isLabelled }
}

function unlabelled(fields: Fields, line: string): void {
  if (ADDRESS.test(line) || STATUS.test(line)) return
  if (isPlace(line)) fields.location ||= line
  else if (fields.purpose === '') {
    fields.purpose = purposeOf(line)
    fields.location ||= placesBeside(line)
  }
}

export function put(fields: Fields, role: Role, value: string): void {
  const said = value.replace(/[.。\s]+$/u, '')
  if (role === 'location') fields.location ||= said
  else if (role === 'seat') fields.corporateLocation ||= said
  else if (role === 'purpose') fields.purpose ||= said
  else if (role === 'use' && fields.purpose === '') fields.purpose = said
  else if (role === 'data') fields.data ||= said
  else if (role === 'safeguard') fields.safeguard ||= said
}

const FOR =
  /^(?:is used for|used for|provides|is an?|for|to|für(?: (?:den|die|das))?|zur|zum|pour(?: (?:le|la|les|l'))?|para(?: (?:el|la|o|a))?|per(?: (?:il|la|lo|i|le|l'))?|voor(?: (?:het|de))?)\s+/iu
const BRACKET = /\s*[（(][^()（）]*[)）]\s*/gu

const PIECES = /\s+[–—|-]\s+|\s*[|｜]\s*|;\s+|,\s+(?=[\p{Lu}\u3040-\u9fff])|、/u

/** "for e-mail (Ireland)": the purpose without the place. */
export function purposeOf(text: string): string {
  const said = (text.split('\n')[0] ?? '').replace(BRACKET, (inside) => (placesIn(inside).length > 0 ? ' ' : inside))
  const pieces = said.split(PIECES)
  const parts = pieces.filter((piece) => piece.trim() !== '' && !(pieces.length > 1 && isPlace(piece)))
  return cutText(
    parts
      .join(', ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^[\s–—:：|,、-]+/u, '')
      .replace(FOR, '')
      .replace(/[.。,\s]+$/u, ''),
    LONGEST_PURPOSE,
  )
}

/** Places in brackets, or separated by dashes or commas. */
function placesBeside(line: string): string {
  const inside = [...line.matchAll(BRACKET)].map(([found]) => found)
  const pieces = line.replace(BRACKET, ' ').split(PIECES)
  return [...inside, ...(pieces.length > 1 ? pieces.filter(isPlace) : [])].flatMap((one) => placesIn(one)).join(', ')
}
