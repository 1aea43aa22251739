// Writes a pattern in RE2 syntax and computes its cost. Sets are written out, so RE2's flags and Unicode tables are not
// used.
import type { Characters } from './characters.ts'
import { type Node, type Place, refuse } from './tree.ts'

export interface Limits {
  /** Length of the pattern's source. */
  characters: number
  /** Instructions of the compiled pattern, which is the most steps per character. */
  steps: number
  /** Memory for cached automaton states; above it the cache is cleared. */
  memoryBytes: number
}

/** Sum over all sets, each counted as often as it is repeated. */
const MOST_RANGES = 4_000_000
/** Approximate number of ranges of a large Unicode property. */
const OF_A_PROPERTY = 500
const MOST_TEXT = 2_000_000
/** RE2's limit for a count, and for the product of nested counts. */
const MOST_COUNTED = 1_000

export function writeRe2(node: Node, limits: Limits): { text: string; steps: number } {
  const { steps, ranges } = costOf(node)
  if (steps > limits.steps) refuse(`Compiled, it has more than ${limits.steps} steps.`)
  if (ranges > MOST_RANGES) refuse('It repeats large character sets too often.')
  const { text } = write(node)
  if (text.length > MOST_TEXT) refuse('Its character sets are too large.')
  return { text, steps }
}

interface Cost {
  steps: number
  ranges: number
}

function costOf(node: Node): Cost {
  switch (node.is) {
    case 'set':
      return { steps: 1, ranges: node.set.ranges.length / 2 + node.set.properties.length * OF_A_PROPERTY }
    case 'place':
      return { steps: 1, ranges: 0 }
    case 'named':
      return plus(costOf(node.of), { steps: 2, ranges: 0 })
    case 'sequence':
      // An empty sequence can be repeated too.
      return atLeastOne(node.parts.map(costOf).reduce(plus, NOTHING))
    case 'choice':
      return node.choices.map(costOf).reduce(plus, { steps: node.choices.length - 1, ranges: 0 })
    case 'repeat': {
      const { steps, ranges } = costOf(node.of)
      const isBounded = Number.isFinite(node.most)
      const times = Math.max(1, isBounded ? node.most : node.least)
      return { steps: times * steps + (isBounded ? node.most - node.least : 1), ranges: times * ranges }
    }
  }
}

const NOTHING: Cost = { steps: 0, ranges: 0 }
const atLeastOne = ({ steps, ranges }: Cost): Cost => ({ steps: Math.max(1, steps), ranges })
const plus = (one: Cost, other: Cost): Cost => ({
  steps: one.steps + other.steps,
  ranges: one.ranges + other.ranges,
})

interface Written {
  text: string
  /** The product of its nested counts. */
  counted: number
}

const PLACES: Record<Place, string> = {
  start: '\\A',
  end: '\\z',
  'line start': '(?m:^)',
  'line end': '(?m:$)',
  'word edge': '\\b',
  'inside or outside a word': '\\B',
}

function write(node: Node): Written {
  switch (node.is) {
    case 'set':
      return { text: writeSet(node.set), counted: 1 }
    case 'place':
      return { text: PLACES[node.place], counted: 1 }
    case 'named': {
      const { text, counted } = write(node.of)
      return { text: `(?P<${node.name}>${text})`, counted }
    }
    case 'sequence':
      return joined(
        node.parts.map((part) => (part.is === 'choice' ? grouped(write(part)) : write(part))),
        '',
      )
    case 'choice':
      return joined(node.choices.map(write), '|')
    case 'repeat':
      return writeRepeat(node)
  }
}

const joined = (parts: readonly Written[], between: string): Written => ({
  text: parts.map(({ text }) => text).join(between),
  counted: Math.max(1, ...parts.map(({ counted }) => counted)),
})

const grouped = ({ text, counted }: Written): Written => ({ text: `(?:${text})`, counted })

/** A count above RE2's limit is split: a{1500} becomes a{1000}a{500}. */
function writeRepeat({ of, least, most, isLazy }: Extract<Node, { is: 'repeat' }>): Written {
  const lazy = isLazy ? '?' : ''
  const inner = write(of)
  const { text } = grouped(inner)
  if (!Number.isFinite(most) && least <= 1)
    return { text: `${text}${least === 0 ? '*' : '+'}${lazy}`, counted: inner.counted }
  if (least === 0 && most === 1) return { text: `${text}?${lazy}`, counted: inner.counted }
  const piece = Math.max(1, Math.floor(MOST_COUNTED / inner.counted))
  const exactly = pieces(least, piece).map((times) => (times === 1 ? text : `${text}{${times}}`))
  const perhaps = Number.isFinite(most)
    ? pieces(most - least, piece).map((times) => `${text}{0,${times}}${lazy}`)
    : [`${text}*${lazy}`]
  const all = [...exactly, ...perhaps]
  if (all.length > 1 && text.includes('(?P<')) refuse('A named group is repeated too often.')
  return { text: all.join(''), counted: Math.min(MOST_COUNTED, inner.counted * Math.min(piece, Math.max(1, most))) }
}

const pieces = (times: number, piece: number): number[] => [
  ...Array.from({ length: Math.floor(times / piece) }, () => piece),
  ...(times % piece > 0 ? [times % piece] : []),
]

function writeSet({ isNegated, ranges, properties }: Characters): string {
  if (ranges.length + properties.length === 0) return '[^\\x{0}-\\x{10FFFF}]'
  if (properties.length === 0 && ranges.length === 2 && ranges[0] === ranges[1]) return written(ranges[0]!)
  const parts = properties.map((one) => (one.startsWith('^') ? `\\P{${one.slice(1)}}` : `\\p{${one}}`))
  for (let at = 0; at < ranges.length; at += 2) {
    const [first, last] = [ranges[at]!, ranges[at + 1]!]
    parts.push(first === last ? written(first) : `${written(first)}-${written(last)}`)
  }
  return `[${isNegated ? '^' : ''}${parts.join('')}]`
}

const written = (code: number): string =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
    ? String.fromCodePoint(code)
    : `\\x{${code.toString(16)}}`
