// Whose action or possession a clause describes: the vendor's, another company's, a customer's, an employee's, or no one's.
import type { Holder } from './clause.ts'
import { firstVerb, opensWith } from './pieces.ts'
import { mentionsWithin, namesVendor, type Scanned } from './scanned.ts'
import type { Range } from './sentences.ts'

/** How far after the verb the subject may be, in languages that allow it. */
const BEHIND = 40
const POSSESSED = /'s\s/

/** Undefined if unclear. "Customers of Acme" are customers; "Acme's hosting provider" is another company. */
export function holderOf(scanned: Scanned, head: Range, clause: Range): Holder | undefined {
  const named = isBehind(scanned, clause) ? undefined : (byNoun(scanned, head) ?? byName(scanned, head))
  return named ?? behindTheVerb(scanned, clause)
}

/** "Mit Acme erfüllen Sie": in these languages a subject never starts with a preposition. */
const isBehind = ({ language, hits, view }: Scanned, clause: Range): boolean =>
  (language === 'de' || language === 'nl') &&
  opensWith('preposition', clause, hits) &&
  !/^\W*(?:der|die|das|den|dem|de|het)\s/u.test(view.slice(clause.start, clause.start + 8))

function byNoun(scanned: Scanned, { start, end }: Range): Holder | undefined {
  const { hits, view, language } = scanned
  if (hits.has('employee', start, end)) return 'employee'
  // Auditors are outsiders, but what they audit belongs to the vendor.
  if (hits.has('auditor', start, end)) return hits.has('customer', start, end) ? 'customer' : 'vendor'
  const isPossessed = POSSESSED.test(view.slice(start, end))
  if (language === 'ja' && isStrangersProduct(scanned, { start, end })) return 'other'
  const facility = hits.last('facility', start, end)
  if (facility && (hits.has('own', start, facility.start) || isPossessed || language === 'ja')) return 'other'
  const other = hits.first('other', start, end)
  // "The data centres that Acme uses" belong to others; "Acme servers" are the vendor's own.
  if (other) return namesVendor(scanned, start, other.end) && !isPossessed ? 'vendor' : 'other'
  return customerOrOwn(scanned, { start, end })
}

/** 当社が利用するAWS: the noun that ends the phrase is another company's name. */
function isStrangersProduct({ text, hits, own }: Scanned, { start, end }: Range): boolean {
  const name = /[A-Z][A-Za-z .]*$/.exec(text.slice(start, end).trimEnd())?.[0].toLowerCase()
  return name !== undefined && hits.has('own', start, end) && !own.some((one) => name.includes(one))
}

/** The first noun decides: "our customers" are customers, "we and our customers" is the vendor. */
function customerOrOwn(scanned: Scanned, { start, end }: Range): Holder | undefined {
  const { hits, view } = scanned
  const customer = hits.first('customer', start, end)
  const isOwn = (to: number): boolean => namesVendor(scanned, start, to) || hits.has('own', start, to)
  if (!customer) return isOwn(end) || hits.has('own_thing', start, end) ? 'vendor' : undefined
  if (!isOwn(customer.start)) return 'customer'
  const own = hits.last('own', start, customer.start)
  return own && view.slice(own.end, customer.start).trim() === '' ? 'customer' : 'vendor'
}

const NAME = /^[\s"'(]*(?:\p{Lu}[\p{L}\d.&-]+\s+){1,3}$|\s\p{Lu}[\p{L}\d.&-]{2,}\s*$/u

/** A capitalized name that is not the vendor's. Not for German, which capitalizes every noun. */
function byName(scanned: Scanned, { start, end }: Range): Holder | undefined {
  const { text, hits, language } = scanned
  const head = text.slice(start, end)
  if (language === 'de' || language === 'ja' || head.trim() === '' || /[?:]/.test(head)) return undefined
  if (hits.has('certificate_word', start, end) || mentionsWithin(scanned, start, end).length > 0) return undefined
  // A single word at the start of a sentence is capitalized anyway.
  const isPlain = text[end] !== ',' && !/\s/.test(head.trim()) && !/\p{Lu}.*\p{Lu}|\d/u.test(head.trim())
  return !isPlain && NAME.test(`${head} `) ? 'other' : undefined
}

/** A pronoun for the customer that is not part of "your data". */
const YOU = /^(?:sie|u|je|jij|jullie|usted|ustedes|vous|lei|voi|você|vocês)$/u

/** "Seit 2020 ist Acme zertifiziert", "estamos certificados": the subject follows the verb or is part of it. */
function behindTheVerb(scanned: Scanned, clause: Range): Holder | undefined {
  if (scanned.language === 'en') return undefined
  const { start, cue } = firstVerb(clause, scanned.hits)
  if (cue === '') return undefined
  const to = Math.min(clause.end, start + BEHIND)
  const next = scanned.hits.first('customer', start, to)
  const isNext = next !== undefined && /^\p{L}+\s$/u.test(scanned.view.slice(start, next.start))
  if (isNext && YOU.test(scanned.view.slice(next.start, next.end))) return 'customer'
  return scanned.hits.has('own', start, to) || namesVendor(scanned, start, afterPreposition(scanned, start, to))
    ? 'vendor'
    : undefined
}

/** "Adegua la tua azienda con Acme": a noun after a preposition is not the subject. */
const afterPreposition = ({ hits }: Scanned, start: number, to: number): number =>
  hits.first('preposition', start + 1, to)?.start ?? to

/** "which is certified" refers to the noun before it. */
export function antecedentOf(scanned: Scanned, before: Range): Holder | undefined {
  const { hits, view, text, language } = scanned
  const words = view
    .slice(before.start, before.end)
    .trimEnd()
    .replace(/[,;:]$/, '')
  const end = before.start + words.length
  const start = end - words.split(/\s+/).slice(-4).join(' ').length
  if (namesVendor(scanned, start, end)) return 'vendor'
  if (hits.any(['facility', 'other', 'subprocessor'], start, end)) return 'other'
  if (hits.has('customer', start, end)) return 'customer'
  return language !== 'de' && /(?:^|\s)\p{Lu}[\p{L}\d]+/u.test(text.slice(start + 1, end)) ? 'other' : undefined
}

const BRACKET = /(\p{Lu}[\p{L}\d.&-]+(?:\s\p{Lu}[\p{L}\d.&-]+){0,3})\s*\([^()]{3,120}\)?/gu
/** ", and certified to …" continues with the same subject. */
const CONJUNCTION = /,\s*(?:and|und|sowie|et|y|e|ed|en|or|as well as)\s+(?:\p{L}+\s+)?$/iu
const BEFORE_COMMA = /(\p{Lu}[\p{L}\d.&-]+(?:\s\p{Lu}[\p{L}\d.&-]+){0,3}),\s*(?:\p{L}{2,4}\s)?$/u

/** "hosted at X, certified to ISO 27001", "servers at X (ISO 27001 certified)". */
export function isApposition(scanned: Scanned, clause: Range): boolean {
  const { text, hits } = scanned
  for (const match of text.slice(clause.start, clause.end).matchAll(BRACKET)) {
    const start = clause.start + match.index
    const inside = start + (match[1] as string).length
    const end = start + match[0].length
    const isHosting = hits.has('facility', clause.start, start) || hits.has('facility', inside, end)
    const speaks = isHosting && match.index > 8 && mentionsWithin(scanned, inside, end).length > 0
    if (speaks && isStranger(scanned, start, inside)) return true
  }
  return hits.all('certify', clause.start, clause.end).some((hit) => {
    const before = text.slice(clause.start, hit.start)
    const name = CONJUNCTION.test(before) ? null : BEFORE_COMMA.exec(before)
    if (!name || before.length <= 12) return false
    const start = clause.start + name.index
    return isStranger(scanned, start, start + (name[1] as string).length)
  })
}

const isStranger = (scanned: Scanned, start: number, end: number): boolean =>
  !namesVendor(scanned, start, end) && mentionsWithin(scanned, start, end).length === 0
