// Phrases that begin alike share their beginning: one walk along a text finds all that begin at a place.
import type { Entry } from './entries.ts'
import { afterSpaces, endOfWord, isSpaceAt, isWordAt, type Pattern } from './phrase.ts'

const ANY_ENDING = '*'
const SPACE_CODE = 32
/** The space after it ends the gap. */
const GAP = ' ~'
const END = ''
const LONGEST_WORD = 40
const WORDS_BETWEEN = 4

interface Node {
  /** What all phrases from here on begin with. */
  lead: string
  /** Phrases that end behind it. */
  whole: readonly Entry[] | undefined
  /** What follows any ending of a word. */
  ending: Node | undefined
  /** What follows up to four words. */
  gap: Node | undefined
  /** By the next character. */
  next: ReadonlyMap<number, Node> | undefined
}

/** Told of every phrase that is found, and where it ends. */
export type Take = (entries: readonly Entry[], end: number) => void

export class Tree {
  private readonly root: Node
  private readonly isSpaced: boolean

  /** Japanese is written without spaces: its phrases end anywhere. */
  constructor(entries: Iterable<Entry>, isSpaced: boolean) {
    this.root = nodeOf([...entries], 0)
    this.isSpaced = isSpaced
  }

  /** The phrases of `view` that begin at a place and end at `to` or before. */
  walk(view: string, at: number, to: number, take: Take): void {
    this.walkFrom(this.root, view, at, to, take)
  }

  private walkFrom(from: Node, view: string, at: number, to: number, take: Take): void {
    let node: Node | undefined = from
    let here = at
    while (node) {
      here = afterLead(node.lead, view, here)
      if (here < 0 || here > to) return
      if (node.whole && this.isWhole(view, here)) take(node.whole, here)
      if (node.ending) this.walkFrom(node.ending, view, endOfWord(view, here, LONGEST_WORD), to, take)
      if (node.gap) this.walkGap(node.gap, view, here, to, take)
      if (!node.next) return
      const isSpace: boolean = isSpaceAt(view, here)
      node = node.next.get(isSpace ? SPACE_CODE : view.charCodeAt(here))
      here = isSpace ? afterSpaces(view, here) : here + 1
    }
  }

  /** "provid* ~ notice": nothing to four words, and then the rest; the fewest words win. */
  private walkGap(rest: Node, view: string, at: number, to: number, take: Take): void {
    let here = at
    for (let words = 0; words <= WORDS_BETWEEN && here < to; words++) {
      if (!isSpaceAt(view, here)) return
      this.walkFrom(rest, view, here, to, take)
      here = afterSpaces(view, here)
      while (here < to && !isSpaceAt(view, here)) here++
    }
  }

  /** Not in the middle of a word. */
  private isWhole(view: string, end: number): boolean {
    return !this.isSpaced || !(isWordAt(view, end) && isWordAt(view, end - 1))
  }
}

/** Of phrases that are the same up to a place. */
function nodeOf(entries: readonly Entry[], from: number): Node {
  const lead = leadOf(entries, from)
  const at = from + lead.length
  const by = Map.groupBy(entries, ({ pattern }) => signAt(pattern, at))
  const below = (sign: string): Node | undefined => {
    const some = by.get(sign)
    return some && nodeOf(some, at + sign.length)
  }
  const next = [...by.keys()].filter((sign) => sign !== END && sign !== ANY_ENDING && sign !== GAP)
  return {
    lead,
    whole: by.get(END),
    ending: below(ANY_ENDING),
    gap: below(GAP),
    next: next.length > 0 ? new Map(next.map((sign) => [sign.charCodeAt(0), below(sign) as Node])) : undefined,
  }
}

/** What decides how a phrase goes on. */
function signAt(pattern: Pattern, at: number): string {
  return pattern.startsWith(GAP, at) ? GAP : pattern.slice(at, at + 1)
}

function leadOf(entries: readonly Entry[], from: number): string {
  const first = entries[0]?.pattern ?? ''
  let end = from
  for (;;) {
    const sign = signAt(first, end)
    if (sign === END || sign === ANY_ENDING || sign === GAP) break
    if (!entries.every(({ pattern }) => signAt(pattern, end) === sign)) break
    end++
  }
  return first.slice(from, end)
}

/** -1 if it does not stand here. */
function afterLead(lead: string, view: string, at: number): number {
  let here = at
  for (let k = 0; k < lead.length; k++) {
    const sign = lead.charCodeAt(k)
    if (sign === SPACE_CODE) {
      if (!isSpaceAt(view, here)) return -1
      here = afterSpaces(view, here)
    } else if (view.charCodeAt(here) === sign) here++
    else return -1
  }
  return here
}
