// Compiled phrases: finds the few that may start at each word of a text.
import type { Entry } from './entries.ts'
import { Hits } from './hits.ts'
import type { Cue } from './names.ts'
import { endOfWord, isSpaceAt, isWordAt, type Pattern } from './phrase.ts'
import { Tree } from './tree.ts'

/** Function words do not count inside a compound: "sous" in "sous-traitant". */
const ALONE: ReadonlySet<Cue> = new Set(['preposition', 'break', 'condition', 'verb', 'negation', 'anchor', 'facility'])
/** Whether the words really mean that cue: "US" in capitals is a country. */
export type IsMeant = (cue: Cue, start: number, end: number) => boolean
const always: IsMeant = () => true

interface Found {
  view: string
  to: number
  isMeant: IsMeant
  hits: Hits
}

export class Lexicon {
  private readonly tree: Tree
  /** The openings of all phrases, as a filter: most words of a text start none and are skipped. */
  private readonly openings = new Uint8Array(OPENINGS)
  /** The matches at one position. Reused, because it is filled for every word. */
  private readonly ends: { entry: Entry; end: number }[] = []
  /** Phrases such as "*zertifi*", which may start in the middle of a word. */
  private readonly inside: Entry[] = []
  private readonly isSpaced: boolean

  /** Japanese has no spaces, so its phrases may start anywhere. */
  constructor(entries: Iterable<Entry>, isSpaced: boolean) {
    this.isSpaced = isSpaced
    this.tree = new Tree(this.beginning(entries), isSpaced)
  }

  private *beginning(entries: Iterable<Entry>): Generator<Entry> {
    for (const entry of entries) {
      const { pattern } = entry
      if (pattern.startsWith('*')) this.inside.push({ ...entry, pattern: pattern.replaceAll('*', '') })
      else {
        this.openings[openingOf(pattern)] = 1
        yield entry
      }
    }
  }

  /** `view` is normalized text. Offsets refer to it. */
  scan(view: string, from = 0, to = view.length, isMeant: IsMeant = always): Hits {
    const found: Found = { view, to, isMeant, hits: new Hits() }
    for (let at = this.firstFrom(view, from); at < to; at = this.look(at, found));
    return found.hits
  }

  /** Whether the text contains any phrase. Stops at the first. */
  finds(view: string): boolean {
    const found: Found = { view, to: view.length, isMeant: always, hits: new Hits() }
    for (let at = 0; at < view.length && found.hits.isEmpty; at = this.look(at, found));
    return !found.hits.isEmpty
  }

  /** Skips the rest of a word: no phrase starts in the middle of one. */
  private firstFrom(view: string, from: number): number {
    return this.isSpaced && isWordAt(view, from - 1) ? endOfWord(view, from) : from
  }

  /** Handles one position at which a phrase may start, and returns the next position. */
  private look(at: number, found: Found): number {
    const { view } = found
    if (isSpaceAt(view, at)) return at + 1
    if (this.mayOpen(view, at)) this.scanAt(at, found)
    if (!this.isSpaced || !isWordAt(view, at)) return at + 1
    const end = endOfWord(view, at)
    if (this.inside.length > 0) this.scanWord(at, Math.min(end, found.to), found)
    return end
  }

  private scanAt(at: number, found: Found): void {
    const { ends } = this
    ends.length = 0
    this.tree.walk(found.view, at, found.to, (entries, end) => {
      for (const entry of entries) this.end(entry, end)
    })
    // If two phrases start at the same place, the longer wins.
    if (ends.length > 1) ends.sort((one, other) => other.end - one.end)
    for (const { entry, end } of ends) this.take(entry, at, end, found)
  }

  private end(entry: Entry, end: number): void {
    if (!this.ends.some((known) => known.entry === entry)) this.ends.push({ entry, end })
  }

  private mayOpen(view: string, at: number): boolean {
    const one = view.charCodeAt(at)
    const two = mixed(one, view.charCodeAt(at + 1))
    const { openings } = this
    return openings[mixed(two, view.charCodeAt(at + 2))] === 1 || openings[two] === 1 || openings[mixed(one, 0)] === 1
  }

  private take({ cue, value }: Entry, at: number, end: number, { view, isMeant, hits }: Found): void {
    if (!this.standsAlone(cue, view, at, end) || !isMeant(cue, at, end)) return
    hits.add(cue, { start: at, end, value })
  }

  private standsAlone(cue: Cue, view: string, start: number, end: number): boolean {
    if (!this.isSpaced || !ALONE.has(cue)) return true
    return !(view[start - 1] === '-' && isWordAt(view, start - 2)) && !(view[end] === '-' && isWordAt(view, end + 1))
  }

  private scanWord(start: number, end: number, { view, hits }: Found): void {
    const word = view.slice(start, end)
    for (const { cue, pattern, value } of this.inside) if (word.includes(pattern)) hits.add(cue, { start, end, value })
  }
}

const OPENINGS = 65_536
const mixed = (one: number, other: number): number => ((one * 31 + other) * 31) & (OPENINGS - 1)

/** A hash of the first three characters, or of fewer if the pattern has fewer fixed ones. A space matches any whitespace. */
function openingOf(pattern: Pattern): number {
  const sure = /^[^\s*~]{1,3}/.exec(pattern)?.[0] ?? ''
  const one = sure.charCodeAt(0)
  if (sure.length < 2) return mixed(one, 0)
  const two = mixed(one, sure.charCodeAt(1))
  return sure.length < 3 ? two : mixed(two, sure.charCodeAt(2))
}
