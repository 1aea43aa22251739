// Parses what a text asks about: a short form, an IRI, a single name, or a question that contains names. Pure.

import { cutText } from '@veritrace/platform/text'
import { type Named, namedByEstateIri, shortForm } from '../model/artifacts.ts'
import type { Pack } from '../packs/pack.ts'
import { typeFor, typeWords } from '../rating/identity.ts'
import { type MatchedIntent, matchIntent } from './intents.ts'

export interface Reading extends MatchedIntent {
  raw: string
  /** Set if both type and name are given. */
  exact: Named | undefined
  type: string | undefined
  /** Possible names, most likely first. */
  names: readonly string[]
}

const MAX_NAMES = 8
const MAX_NAME_LENGTH = 200

export interface Asked {
  q: string
  type?: string | undefined
  /** The intent chosen by the caller. */
  intent?: string | undefined
  /** The question without the words that name a target. */
  rest?: string | undefined
}

export function readQuery(pack: Pack, isListedType: (type: string) => boolean, asked: Asked): Reading {
  const { type, intent } = asked
  const raw = asked.q.trim()
  const text = asked.rest?.trim() || raw
  const typeOf = (word: string) => typeFor(pack, word) ?? (isListedType(word) ? word : undefined)
  const given = type ? (typeOf(type) ?? type) : undefined
  const named = fromIri(pack, text) ?? fromShortForm(text, typeOf)
  const matched = named ? matchedOf(pack, shortForm(named), intent) : betterOf(pack, raw, text, intent)
  const { params } = matched
  if (named) return { ...matched, raw, exact: named, type: named.type, names: [named.name] }
  if (params.name) return { ...matched, raw, ...nameOf(params.name, given ?? (params.type && typeOf(params.type))) }
  if (!/\s/.test(text)) return { ...matched, raw, ...nameOf(text, given) }
  const words = given ? { type: given, rest: text } : leadingType(pack, text)
  const names = namesIn(words.rest)
  return { ...matched, raw, type: words.type, names, exact: exactOf(words.type, names) }
}

/** Parses only type and names, for lists of names, which have no intent. */
export function readName(
  pack: Pack,
  isListedType: (type: string) => boolean,
  { q, type }: Pick<Asked, 'q' | 'type'>,
): Pick<Reading, 'type' | 'names'> {
  const raw = q.trim()
  if (/\s/.test(raw)) return readQuery(pack, isListedType, { q, type })
  const typeOf = (word: string) => typeFor(pack, word) ?? (isListedType(word) ? word : undefined)
  const named = fromIri(pack, raw) ?? fromShortForm(raw, typeOf)
  return named ? { type: named.type, names: [named.name] } : nameOf(raw, type ? (typeOf(type) ?? type) : undefined)
}

/** Matches the original question, or the one without the target if that matches better. */
function betterOf(pack: Pack, raw: string, text: string, chosen: string | undefined): MatchedIntent {
  const whole = matchedOf(pack, raw, chosen)
  const short = text === raw ? whole : matchedOf(pack, text, chosen)
  return short.confidence > whole.confidence ? short : whole
}

/** Uses the intent chosen by the caller, with the parameters from the question. */
function matchedOf(pack: Pack, question: string, chosen: string | undefined): MatchedIntent {
  const matched = matchIntent(pack, question)
  const intent = chosen ? pack.intents.find(({ id }) => id === chosen) : undefined
  return intent ? { ...matched, intent, confidence: 1 } : matched
}

function nameOf(name: string, type: string | undefined): Pick<Reading, 'exact' | 'type' | 'names'> {
  const bare = trimName(name)
  return { type, names: [bare], exact: type ? { type, name: bare } : undefined }
}

const exactOf = (type: string | undefined, names: readonly string[]): Named | undefined =>
  type && names.length === 1 ? { type, name: names[0]! } : undefined

/** `urn:sap:obj:TABL:VBAK`, `urn:tenant:t:obj:PRD:CLAS:ZCL_A`. */
export function fromIri({ naming }: Pack, text: string): Named | undefined {
  if (!text.startsWith(naming.iriBase)) return namedByEstateIri(text)
  const [type, name, ...more] = text.slice(naming.iriBase.length).split(':')
  if (!type || !name || more.length > 0) return undefined
  try {
    return { type: decodeURIComponent(type), name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

/** `TABL:VBAK`, if the first part is a type; a prefix, as in `R3TR:TABL:VBAK`, is skipped. */
export function fromShortForm(text: string, typeOf: (word: string) => string | undefined): Named | undefined {
  const at = text.indexOf(':')
  if (at < 1) return undefined
  const type = typeOf(text.slice(0, at).trim())
  const name = text.slice(at + 1).trim()
  if (!type) return /^\w+\s*:[^:]+$/.test(name) ? fromShortForm(name, typeOf) : undefined
  return name && name.length <= MAX_NAME_LENGTH ? { type, name } : undefined
}

/** `table VBAK`, `what replaces function module X`: finds the longest type name in the text. */
function leadingType(pack: Pack, text: string): { type: string | undefined; rest: string } {
  const words = ` ${text.toLowerCase().replace(/[^\p{L}\d_/.-]+/gu, ' ')} `
  const word = typeWords(pack).find((one) => words.includes(` ${one} `))
  if (word === undefined) return { type: undefined, rest: text }
  const at = text.toLowerCase().indexOf(word)
  return { type: typeFor(pack, word), rest: at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + word.length)}` }
}

/** Words that look like names: capitals, digits, underscores or slashes. If there are none, any word may be a name. */
function namesIn(text: string): string[] {
  const words = (text.match(/[\p{L}\d_/.$-]{2,}/gu) ?? []).map(trimName).filter((word) => word.length > 1)
  const nameLike = words.filter((word) => /[_/\d]/.test(word) || (word.length > 2 && word === word.toUpperCase()))
  const whole = text.trim().replace(/\s+/g, ' ')
  const found = nameLike.length > 0 ? nameLike : [...(whole.length <= MAX_NAME_LENGTH ? [whole] : []), ...words]
  return [...new Set(found)].slice(0, MAX_NAMES)
}

const trimName = (name: string): string =>
  cutText(name.trim().replace(/^["'`“„«]+|["'`”“»?!.,;]+$/gu, ''), MAX_NAME_LENGTH)
