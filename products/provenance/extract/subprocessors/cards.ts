// Subprocessors as cards or accordions: a heading with the name above lines such as "Purpose: …"; or paragraphs with a bold name.
import type { Block } from '../types.ts'
import { type Entry, noFields } from './entry.ts'
import { fieldsOf, isPlace, labelIn } from './fields.ts'
import { parsedLine } from './line.ts'
import type { Page } from './page.ts'
import { placeOf } from './relevance.ts'
import { nameOnLine } from './units.ts'
import { tellsInBrackets } from './wording.ts'

const LEAST_CARDS = 2
const LONGEST_CARD = 12
const MOST_LINES = 5
const LONGEST_LINE = 160

/** A single card must have labels for purpose and location. */
const isFull = ({ isLabelled, entry }: Card): boolean => isLabelled && entry.purpose !== '' && entry.location !== ''

interface Card {
  block: Block
  entry: Entry
  isLabelled: boolean
  /** The text below mentions the company or links to it. */
  isNamedBelow: boolean
  lines: readonly string[]
}

export function entriesInCards(page: Page): Entry[] {
  const cards = page.blocks.flatMap((block, index) => {
    const below = page.blocks.slice(index + 1, index + 1 + LONGEST_CARD)
    const card = cardAt(block, page.blocks[index - 1], below, page)
    return card ? [card] : []
  })
  // Cards without labels count if there are several in a row and they state a place or a purpose.
  const isPlain = ({ entry, lines, isNamedBelow }: Card): boolean =>
    isNamedBelow || (entry.location !== '' && lines.length <= MOST_LINES)
  const kept = cards.filter((card) => card.isLabelled || isPlain(card))
  const isEnough = kept.length >= LEAST_CARDS || kept.some(isFull)
  if (!isEnough) return []
  const levels = new Set(kept.map(({ block }) => `${block.level} ${block.path.join('/')}`))
  const alike = cards.filter(({ block, lines, entry }) => {
    const isShort = lines.length > 0 && lines.length <= MOST_LINES && entry.purpose !== ''
    return isShort && levels.has(`${block.level} ${block.path.join('/')}`)
  })
  return cards.filter((card) => kept.includes(card) || alike.includes(card)).map(({ entry }) => entry)
}

function cardAt(block: Block, before: Block | undefined, below: readonly Block[], page: Page): Card | undefined {
  const isTitle = (block.kind === 'heading' && block.level >= 2) || block.kind === 'badge'
  const [title = '', ...own] = block.text.split('\n')
  const isBelowTitle = before?.kind === 'heading' && nameOnLine(before.text, page) !== undefined
  const isOver = block.kind === 'paragraph' && own.length === 0 && !isBelowTitle && opensLabels(below[0], page)
  const isBold = isOver || (block.kind === 'paragraph' && own.length > 0 && opensBold(block, title))
  if (!isTitle && !isBold) return undefined
  const label = labelIn(title, page)
  const text = (label?.role === 'name' && label.value) || title.replace(/^\d+[.)]\s+/, '')
  const whole = tellsInBrackets(text, page) ? undefined : nameOnLine(text, page)
  // "Contoso – hosting" contains a name and a purpose.
  const parted = whole || block.kind === 'badge' ? undefined : parsedLine({ ...block, spans: [] }, text, page)[0]
  const named = whole ?? (parted?.rest || parted?.location ? parted.named : undefined)
  if (!named) return undefined
  const { relevant, standing } = placeOf(block, page)
  if (!relevant) return undefined
  const end = below.findIndex(
    ({ kind, spans, start }) =>
      kind === 'heading' || kind === 'badge' || (isBold && (kind === 'paragraph' || spans[0]?.start === start)),
  )
  const rest = isBold && !isOver ? [] : end < 0 ? below : below.slice(0, end)
  const lines = [...own, ...rest.flatMap((one, at) => linesOf(one, rest[at - 1], rest[at + 1]))]
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== named.name)
  const fields = { ...noFields(), purpose: parted?.rest ?? '', location: parted?.location ?? '' }
  const short = lines.filter((line) => line.length < LONGEST_LINE)
  const { isLabelled } = fieldsOf(short, page, fields)
  const last = rest.at(-1) ?? block
  const location = fields.location || fields.corporateLocation || (lines.find(isPlace) ?? '')
  const isLinked = [block, ...rest].some(({ spans }) => spans.some((span) => page.leadsAway(span)))
  return {
    block,
    lines,
    isLabelled,
    isNamedBelow: !page.has(text, 'verb') && (isLinked || lines.some((line) => line.includes(named.name))),
    entry: {
      ...fields,
      location,
      named,
      standing,
      block,
      start: block.start,
      end: last.end,
      rule: 'subprocessor/card',
    },
  }
}

/** A row is a label with its value, and so is a term with its definition. */
function linesOf(block: Block, before: Block | undefined, after: Block | undefined): string[] {
  if (block.kind === 'row')
    return block.cells
      .map(({ text }) => text)
      .join(': ')
      .split('\n')
  if (block.kind === 'term' && after?.kind === 'definition')
    return [`${block.text}: ${after.text.split('\n').join(', ')}`]
  if (block.kind === 'definition' && before?.kind === 'term') return []
  return block.text.split('\n')
}

/** "Purpose: hosting" right below. */
const opensLabels = (block: Block | undefined, page: Page): boolean => {
  if (block?.kind !== 'item' && block?.kind !== 'term') return false
  const label = labelIn(block.text.split('\n')[0] ?? '', page)
  return label !== undefined && label.role !== 'name'
}

function opensBold({ spans, start }: Block, title: string): boolean {
  return spans.some(
    (span) => span.kind === 'bold' && span.start === start && span.end >= start + title.trimEnd().length,
  )
}
