// A language file, compiled: for each word of a text the few phrases that may begin there.
import { readFileSync } from 'node:fs'
import { matchable } from '../read/characters.ts'
import { Hits } from './hits.ts'
import { CUES, type Cue, type Language } from './names.ts'
import { endOf, isWordAt, type Pattern, patternsOf } from './phrase.ts'

interface Entry {
  cue: Cue
  pattern: Pattern
  value: string
}

/** Words that build sentences do not count inside a compound: "sous" in "sous-traitant". */
const ALONE: ReadonlySet<Cue> = new Set([
  'preposition',
  'break',
  'condition',
  'verb',
  'negation',
  'anchor',
  'facility',
])
/** Entries are filed under their first letters. */
const KEY = 3

/** Whether the words are meant as that cue: "US" in capitals is a country. */
export type IsMeant = (cue: Cue, start: number, end: number) => boolean
const always: IsMeant = () => true

interface Found {
  view: string
  to: number
  isMeant: IsMeant
  hits: Hits
}

export class Lexicon {
  readonly language: Language
  private readonly byOpening = new Map<string, Entry[]>()
  /** "*zertifi*": may begin in the middle of a word. */
  private readonly inside: Entry[] = []
  private readonly isSpaced: boolean

  constructor(language: Language, text: string) {
    this.language = language
    this.isSpaced = language !== 'ja'
    for (const entry of entriesOf(text)) this.file(entry)
    // Of two phrases that begin alike the longer is tried first.
    for (const entries of this.byOpening.values()) entries.sort((a, b) => b.pattern.length - a.pattern.length)
  }

  /** `view` is matchable text; positions are its own. */
  scan(view: string, from = 0, to = view.length, isMeant: IsMeant = always): Hits {
    const found: Found = { view, to, isMeant, hits: new Hits() }
    for (let at = from; at < to; at++) if (this.mayBegin(view, at)) this.scanAt(at, found)
    return found.hits
  }

  private mayBegin(view: string, at: number): boolean {
    return !this.isSpaced || !isWordAt(view, at) || !isWordAt(view, at - 1)
  }

  private scanAt(at: number, found: Found): void {
    for (let length = KEY; length > 0; length--) {
      const entries = this.byOpening.get(found.view.slice(at, at + length))
      if (entries) for (const entry of entries) this.tryEntry(entry, at, found)
    }
    if (this.inside.length > 0 && isWordAt(found.view, at)) this.scanWord(at, found)
  }

  private tryEntry({ cue, pattern, value }: Entry, at: number, { view, to, isMeant, hits }: Found): void {
    const end = endOf(pattern, view, at)
    if (end < 0 || end > to || !this.isBounded(cue, view, at, end) || !isMeant(cue, at, end)) return
    hits.add(cue, { start: at, end, value })
  }

  private isBounded(cue: Cue, view: string, start: number, end: number): boolean {
    if (!this.isSpaced) return true
    if (isWordAt(view, end) && isWordAt(view, end - 1)) return false
    if (!ALONE.has(cue)) return true
    return !(view[start - 1] === '-' && isWordAt(view, start - 2)) && !(view[end] === '-' && isWordAt(view, end + 1))
  }

  private scanWord(start: number, { view, to, hits }: Found): void {
    let end = start
    while (end < to && isWordAt(view, end)) end++
    const word = view.slice(start, end)
    for (const { cue, pattern, value } of this.inside) if (word.includes(pattern)) hits.add(cue, { start, end, value })
  }

  private file(entry: Entry): void {
    const { pattern } = entry
    if (pattern.startsWith('*')) {
      this.inside.push({ ...entry, pattern: pattern.replaceAll('*', '') })
      return
    }
    const opening = /^[^\s*~]{1,3}/.exec(pattern)?.[0] ?? ''
    this.byOpening.set(opening, [...(this.byOpening.get(opening) ?? []), entry])
  }
}

/** A line a cue: "notify: notif*; inform(s|ed)?", with its value "unit day: days?". */
function* entriesOf(text: string): Generator<Entry> {
  for (const line of text.split('\n')) {
    const [, name, value = '', phrases = ''] = /^([a-z_]+)(?: ([^:]+))?: *(.*)$/.exec(line) ?? []
    if (name === undefined) {
      if (line.trim() !== '' && !line.startsWith('#')) throw new Error(`not a line of cues: "${line}"`)
      continue
    }
    if (!CUES.includes(name as Cue)) throw new Error(`"${name}" is no cue`)
    for (const phrase of phrases.split(';'))
      for (const pattern of patternsOf(matchable(phrase.trim()))) yield { cue: name as Cue, pattern, value }
  }
}

const loaded = new Map<Language, Lexicon>()

export function lexiconOf(language: Language): Lexicon {
  let lexicon = loaded.get(language)
  if (!lexicon) {
    lexicon = new Lexicon(language, readFileSync(new URL(`./${language}.cues`, import.meta.url), 'utf8'))
    loaded.set(language, lexicon)
  }
  return lexicon
}
