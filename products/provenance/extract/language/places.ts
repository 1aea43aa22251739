// Countries and regions as written in eight languages, mapped to one English name.
import { LANGUAGES } from '../cues/names.ts'
import { isWordAt } from '../cues/phrase.ts'
import { cleanCharacters, matchable } from '../read/characters.ts'
import { REGIONS } from './regions.ts'

export interface Place {
  name: string
  start: number
  end: number
}

interface Entry {
  name: string
  spelling: string
}

/** Names that we prefer to those of the Unicode data. */
const KEPT: Readonly<Record<string, string>> = {
  CZ: 'Czech Republic',
  HK: 'Hong Kong',
  MO: 'Macao',
  TR: 'Turkey',
  MM: 'Myanmar',
  '150': 'EU',
  EU: 'EU',
}
/** Codes that are not places, or whose name usually means another place, such as a US state or a town in Spain. */
const LEFT_OUT: ReadonlySet<string> = new Set(['ZZ', 'XA', 'XB', 'QO', 'UN', 'EZ', 'GE', 'GD'])
const MARKS = /[\u0300-\u036f]/g
const ACCENTED = /[\u00c0-\u024f]/g
/** Spellings are indexed by this many leading characters, or by all if they are shorter. */
const KEY = 4
const SHORTEST = 2

const byOpening = new Map<string, Entry[]>()

/** Places in a text, in order. "New Zealand" is one match. */
export function placesAt(text: string, from = 0, to = text.length): Place[] {
  if (byOpening.size === 0) load()
  const said = text.slice(from, to)
  const view = folded(said)
  // A name must be capitalized, unless it is alone in a cell.
  const isCell = said.length < LONGEST_CELL
  const found: Place[] = []
  for (let at = 0; at < view.length; at++) {
    if (!mayBegin(view, at)) continue
    const entry = entryAt(view, at)
    if (!entry || !isName(said, at, entry, isCell)) continue
    found.push({ name: entry.name, start: from + at, end: from + at + entry.spelling.length })
    at += entry.spelling.length - 1
  }
  return found
}
const LONGEST_CELL = 40

function entryAt(view: string, at: number): Entry | undefined {
  for (let key = KEY; key > 1; key--) {
    const entries = byOpening.get(view.slice(at, at + key))
    if (!entries) continue
    for (const entry of entries)
      if (view.startsWith(entry.spelling, at) && endsWell(view, at + entry.spelling.length)) return entry
  }
  return undefined
}

/** The distinct place names in a text, in order. */
export const placesIn = (text: string): string[] => [...new Set(placesAt(text).map(({ name }) => name))]

/** Kana and Chinese characters, which are written without spaces. */
const isUnspaced = (view: string, at: number): boolean => view.charCodeAt(at) >= 0x3040 && view.charCodeAt(at) <= 0x9fff
const mayBegin = (view: string, at: number): boolean =>
  !isWordAt(view, at - 1) || isUnspaced(view, at) || isUnspaced(view, at - 1)

function endsWell(view: string, end: number): boolean {
  if (isUnspaced(view, end - 1) || isUnspaced(view, end)) return true
  // "Deutschlands": the genitive of a name.
  return !isWordAt(view, end) || (view[end] === 's' && !isWordAt(view, end + 1) && isWordAt(view, end - 2))
}

function isName(said: string, at: number, { spelling }: Entry, isCell: boolean): boolean {
  const first = said[at] as string
  if (isUnspaced(first, 0)) return true
  if (first !== first.toLowerCase()) {
    // "See" is not an abbreviation of the European Economic Area.
    return (
      spelling.length > LONGEST_SHORT || /^[A-Z]+$/.test(said.slice(at, at + spelling.length).replace(/[.\s]/g, ''))
    )
  }
  return /-|\d/.test(spelling) || (isCell && spelling.length > 3)
}

const LONGEST_SHORT = 3

function load(): void {
  for (const [name, spellings] of REGIONS) for (const spelling of spellings.split(';')) file(name, spelling)
  const english = names('en', 'long')
  for (const code of codes()) {
    const name = KEPT[code] ?? english.of(code)
    if (!name || name === code || LEFT_OUT.has(code)) continue
    for (const language of [...LANGUAGES, 'pt-PT'])
      for (const style of ['long', 'short'] as const) file(cleanCharacters(name), names(language, style).of(code) ?? '')
  }
  for (const entries of byOpening.values()) entries.sort((one, other) => other.spelling.length - one.spelling.length)
}

const names = (language: string, style: 'long' | 'short'): Intl.DisplayNames =>
  new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })

function* codes(): Generator<string> {
  yield '150'
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const one of letters) for (const other of letters) yield one + other
}

const SHORT: ReadonlySet<string> = new Set(['us', 'eu', 'ue', 'uk', 'vs'])

function file(name: string, spelling: string): void {
  const plain = folded(cleanCharacters(spelling)).trim()
  // "GB" usually means gigabytes.
  if (plain.length < SHORTEST || (plain.length === SHORTEST && !SHORT.has(plain) && !isUnspaced(plain, 0))) return
  const opening = plain.slice(0, KEY)
  const entries = byOpening.get(opening) ?? []
  if (!entries.some((entry) => entry.spelling === plain)) entries.push({ name, spelling: plain })
  byOpening.set(opening, entries)
}

/** Normalized text without the accents of Latin characters: "Etats-Unis", "Mexico". Offsets stay the same. */
function folded(text: string): string {
  return matchable(text).replace(ACCENTED, (letter) => letter.normalize('NFD').replace(MARKS, '')[0] ?? letter)
}
