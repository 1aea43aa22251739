// Phrases, compiled: for each word of a text the few that may begin there.
import type { Entry } from './entries.ts'
import { Hits } from './hits.ts'
import type { Cue } from './names.ts'
import { isSpaceAt, isWordAt, type Pattern } from './phrase.ts'

/** Phrases that begin alike share their beginning: one walk along the text finds them all. */
interface Node {
  next: Map<number, Node>
  /** Phrases that end here. */
  whole: Entry[]
  /** What follows any ending of a word. */
  ending?: Node
  /** What follows up to four words. */
  gap?: Node
}
const emptyNode = (): Node => ({ next: new Map(), whole: [] })
const LONGEST_WORD = 40
const WORDS_BETWEEN = 4

/** Words that build sentences do not count inside a compound: "sous" in "sous-traitant". */
const ALONE: ReadonlySet<Cue> = new Set(['preposition', 'break', 'condition', 'verb', 'negation', 'anchor', 'facility'])
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
  private readonly root = emptyNode()
  /** How phrases open: most words of a text open none, and are passed over at once. */
  private readonly openings = new Uint8Array(OPENINGS)
  /** Of the phrases at one place; kept, because every word asks for it. */
  private readonly ends: { entry: Entry; end: number }[] = []
  /** "*zertifi*": may begin in the middle of a word. */
  private readonly inside: Entry[] = []
  private readonly isSpaced: boolean

  /** Japanese is written without spaces: its phrases begin and end anywhere. */
  constructor(entries: Iterable<Entry>, isSpaced: boolean) {
    this.isSpaced = isSpaced
    for (const entry of entries) this.file(entry)
  }

  /** `view` is matchable text; positions are its own. */
  scan(view: string, from = 0, to = view.length, isMeant: IsMeant = always): Hits {
    const found: Found = { view, to, isMeant, hits: new Hits() }
    for (let at = from; at < to; at++) this.look(at, found)
    return found.hits
  }

  /** Whether there is any of its phrases; it looks no further than the first. */
  finds(view: string): boolean {
    const found: Found = { view, to: view.length, isMeant: always, hits: new Hits() }
    for (let at = 0; at < view.length && found.hits.isEmpty; at++) this.look(at, found)
    return !found.hits.isEmpty
  }

  private look(at: number, found: Found): void {
    const { view } = found
    if (!this.mayBegin(view, at)) return
    if (this.mayOpen(view, at)) this.scanAt(at, found)
    if (this.inside.length > 0 && isWordAt(view, at)) this.scanWord(at, found)
  }

  private mayBegin(view: string, at: number): boolean {
    return !this.isSpaced || !isWordAt(view, at) || !isWordAt(view, at - 1)
  }

  private scanAt(at: number, found: Found): void {
    const { ends } = this
    ends.length = 0
    this.walk(this.root, at, found)
    // Of two phrases that begin alike the longer counts.
    if (ends.length > 1) ends.sort((one, other) => other.end - one.end)
    for (const { entry, end } of ends) this.take(entry, at, end, found)
  }

  private walk(from: Node, at: number, found: Found): void {
    const { view, to } = found
    let node: Node | undefined = from
    let here = at
    while (node && here <= to) {
      if (node.whole.length > 0 && this.isWhole(view, here)) for (const entry of node.whole) this.end(entry, here)
      if (node.ending) this.walk(node.ending, endOfWord(view, here), found)
      if (node.gap) this.walkGap(node.gap, here, found)
      const isSpace: boolean = isSpaceAt(view, here)
      node = node.next.get(isSpace ? SPACE : view.charCodeAt(here))
      here++
      if (isSpace) while (isSpaceAt(view, here)) here++
    }
  }

  /** "provid* ~ notice": nothing to four words, and then the rest; the fewest words win. */
  private walkGap(rest: Node, at: number, found: Found): void {
    const { view, to } = found
    let here = at
    for (let words = 0; words <= WORDS_BETWEEN && here < to; words++) {
      if (!isSpaceAt(view, here)) return
      this.walk(rest, here, found)
      while (isSpaceAt(view, here)) here++
      while (here < to && !isSpaceAt(view, here)) here++
    }
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

  /** Not in the middle of a word. */
  private isWhole(view: string, end: number): boolean {
    return !this.isSpaced || !(isWordAt(view, end) && isWordAt(view, end - 1))
  }

  private take({ cue, value }: Entry, at: number, end: number, { view, isMeant, hits }: Found): void {
    if (!this.standsAlone(cue, view, at, end) || !isMeant(cue, at, end)) return
    hits.add(cue, { start: at, end, value })
  }

  private standsAlone(cue: Cue, view: string, start: number, end: number): boolean {
    if (!this.isSpaced || !ALONE.has(cue)) return true
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
    this.openings[openingOf(pattern)] = 1
    let node = this.root
    for (let k = 0; k < pattern.length; k++) {
      const sign = pattern[k] as string
      if (sign === '*') {
        node.ending ??= emptyNode()
        node = node.ending
      } else if (sign === ' ' && pattern[k + 1] === '~') {
        node.gap ??= emptyNode()
        node = node.gap
        k++
      } else node = stepFrom(node, sign === ' ' ? SPACE : pattern.charCodeAt(k))
    }
    node.whole.push(entry)
  }
}

const SPACE = 32
const OPENINGS = 65_536
const mixed = (one: number, other: number): number => ((one * 31 + other) * 31) & (OPENINGS - 1)

/** By its first three characters, or by as many as are given: a space may be any white space. */
function openingOf(pattern: Pattern): number {
  const sure = /^[^\s*~]{1,3}/.exec(pattern)?.[0] ?? ''
  const one = sure.charCodeAt(0)
  if (sure.length < 2) return mixed(one, 0)
  const two = mixed(one, sure.charCodeAt(1))
  return sure.length < 3 ? two : mixed(two, sure.charCodeAt(2))
}

function endOfWord(view: string, at: number): number {
  const limit = Math.min(view.length, at + LONGEST_WORD)
  let here = at
  while (here < limit && isWordAt(view, here)) here++
  return here
}

function stepFrom({ next }: Node, code: number): Node {
  const known = next.get(code)
  if (known) return known
  const made = emptyNode()
  next.set(code, made)
  return made
}
