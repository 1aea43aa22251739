// A prefix tree of phrases: one walk along a text finds all phrases that start at a position.
import { type Branches, packed, stepOf } from './branches.ts'
import type { Entry } from './entries.ts'
import { afterSpaces, endOfWord, isSpaceAt, isWordAt, type Pattern } from './phrase.ts'

const ANY_ENDING = '*'
const SPACE_CODE = 32
/** A gap ends before a space. */
const GAP = ' ~'
const END = ''
const LONGEST_WORD = 40
const WORDS_BETWEEN = 4

/** Fields of a node: offset and length of its lead, whether phrases end here, and the edges. */
const LEAD = 0
const LENGTH = 1
const WHOLE = 2
const ENDING = 3
const GAPPED = 4
const NUMBERS = 5

/** Called for each match with its end. */
export type Take = (entries: readonly Entry[], end: number) => void

export class Tree {
  /** The shared text of the phrases below each node, for all nodes. */
  private readonly leads: string
  private readonly nodes: Int32Array
  private readonly branches: Branches
  /** The phrases that end at each node. */
  private readonly whole: ReadonlyMap<number, readonly Entry[]>
  private readonly isSpaced: boolean

  /** Japanese has no spaces, so its phrases may end anywhere. */
  constructor(entries: Iterable<Entry>, isSpaced: boolean) {
    const { leads, nodes, steps, whole } = planted([...entries])
    this.leads = leads
    this.nodes = Int32Array.from(nodes)
    this.branches = packed(steps)
    this.whole = whole
    this.isSpaced = isSpaced
  }

  /** Finds the phrases that start at a position of `view` and end no later than `to`. */
  walk(view: string, at: number, to: number, take: Take): void {
    this.walkFrom(0, view, at, to, take)
  }

  private walkFrom(from: number, view: string, at: number, to: number, take: Take): void {
    const { nodes } = this
    let node = from
    let here = at
    for (;;) {
      const place = node * NUMBERS
      const length = nodes[place + LENGTH] as number
      if (length > 0) here = this.afterLead(nodes[place + LEAD] as number, length, view, here)
      if (here < 0 || here > to) return
      if (nodes[place + WHOLE] === 1 && this.isWhole(view, here)) take(this.whole.get(node) ?? [], here)
      const ending = nodes[place + ENDING] as number
      if (ending > 0) this.walkFrom(ending, view, endOfWord(view, here, LONGEST_WORD), to, take)
      const gap = nodes[place + GAPPED] as number
      if (gap > 0) this.walkGap(gap, view, here, to, take)
      const isSpace = isSpaceAt(view, here)
      node = this.branches.get(stepOf(node, isSpace ? SPACE_CODE : view.charCodeAt(here)))
      if (node === 0) return
      here = isSpace ? afterSpaces(view, here) : here + 1
    }
  }

  /** The offset after the lead, or -1 if the text does not match. */
  private afterLead(lead: number, length: number, view: string, at: number): number {
    const { leads } = this
    let here = at
    for (let k = lead; k < lead + length; k++) {
      const sign = leads.charCodeAt(k)
      if (sign === SPACE_CODE) {
        if (!isSpaceAt(view, here)) return -1
        here = afterSpaces(view, here)
      } else if (view.charCodeAt(here) === sign) here++
      else return -1
    }
    return here
  }

  /** "provid* ~ notice": skips up to four words; the fewest words win. */
  private walkGap(rest: number, view: string, at: number, to: number, take: Take): void {
    let here = at
    for (let words = 0; words <= WORDS_BETWEEN && here < to; words++) {
      if (!isSpaceAt(view, here)) return
      this.walkFrom(rest, view, here, to, take)
      here = afterSpaces(view, here)
      while (here < to && !isSpaceAt(view, here)) here++
    }
  }

  /** False in the middle of a word. */
  private isWhole(view: string, end: number): boolean {
    return !this.isSpaced || !(isWordAt(view, end) && isWordAt(view, end - 1))
  }
}

interface Planted {
  leads: string
  nodes: number[]
  steps: Map<number, number>
  whole: Map<number, readonly Entry[]>
}

function planted(entries: readonly Entry[]): Planted {
  const tree: Planted = { leads: '', nodes: [], steps: new Map(), whole: new Map() }
  plant(tree, entries, 0)
  return tree
}

/** Builds a node for phrases with a common start, and the nodes below it. */
function plant(tree: Planted, entries: readonly Entry[], from: number): number {
  const lead = leadOf(entries, from)
  const at = from + lead.length
  const by = Map.groupBy(entries, ({ pattern }) => signAt(pattern, at))
  const node = tree.nodes.length / NUMBERS
  const place = tree.nodes.push(tree.leads.length, lead.length, by.has(END) ? 1 : 0, 0, 0) - NUMBERS
  tree.leads += lead
  for (const [sign, some] of by) {
    if (sign === END) {
      tree.whole.set(node, some)
      continue
    }
    const below = plant(tree, some, at + sign.length)
    if (sign === ANY_ENDING) tree.nodes[place + ENDING] = below
    else if (sign === GAP) tree.nodes[place + GAPPED] = below
    else tree.steps.set(stepOf(node, sign.charCodeAt(0)), below)
  }
  return node
}

/** The symbol that selects the next edge. */
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
