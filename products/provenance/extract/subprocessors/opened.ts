// Subprocessors in paragraphs that start with their name: a linked name that continues as a sentence, or a name above its place.
import { placesIn } from '../language/places.ts'
import type { Block } from '../types.ts'
import { type Entry, noFields } from './entry.ts'
import { fieldsOf, isPlace, purposeOf } from './fields.ts'
import { namesInSpans } from './line.ts'
import type { Page } from './page.ts'
import { placeOf } from './relevance.ts'
import { nameOnLine } from './units.ts'

const LEAST = 2
const MOST_BELOW = 6
const LONGEST_NAME = 80
const LONGEST_LINE = 400

export function entriesOpened(page: Page): Entry[] {
  for (const find of [linkedAt, placedAt]) {
    const entries = page.blocks.flatMap((_, at) => find(at, page) ?? [])
    if (entries.length >= LEAST) return entries
  }
  return []
}

/** "Contoso runs our servers in Ireland." with a link on Contoso. */
function linkedAt(at: number, page: Page): Entry | undefined {
  const block = page.blocks[at] as Block
  const [first] = block.spans
  if (block.kind !== 'paragraph' || first?.start !== block.start || !page.leadsAway(first)) return undefined
  const { names, end } = namesInSpans(block, block.text, page) ?? { names: [], end: 0 }
  const [named] = names
  const rest = block.text.slice(end)
  if (!named || names.length > 1 || !/^\s+\p{Ll}/u.test(rest)) return undefined
  const { relevant, standing } = placeOf(block, page)
  if (!relevant) return undefined
  const [sentence = ''] = rest.split(/(?<=[.!?])\s/u)
  const places = placesIn(sentence)
  const location = places.length === 1 ? (places[0] as string) : ''
  return { ...entryAt(block, block.end), named, standing, purpose: purposeOf(sentence), location }
}

/** A name, its place in the next paragraph, and the text up to the next name. */
function placedAt(at: number, page: Page): Entry | undefined {
  if (!opensPlaced(at, page)) return undefined
  const block = page.blocks[at] as Block
  const named = nameOnLine(block.text, page)
  const { relevant, standing } = placeOf(block, page)
  if (!named || !relevant) return undefined
  const below = belowOf(at, page)
  const fields = noFields()
  fieldsOf(
    below.map(({ text }) => text).filter((text) => text.length < LONGEST_LINE),
    page,
    fields,
  )
  return { ...entryAt(block, below.at(-1)?.end ?? block.end), ...fields, named, standing }
}

function opensPlaced(at: number, page: Page): boolean {
  const [block, next] = [page.blocks[at], page.blocks[at + 1]]
  if (block?.kind !== 'paragraph' || next?.kind !== 'paragraph' || block.text.length > LONGEST_NAME) return false
  return isPlace(next.text) && !isPlace(block.text) && nameOnLine(block.text, page) !== undefined
}

function belowOf(at: number, page: Page): Block[] {
  const below: Block[] = []
  for (let next = at + 1; next <= at + MOST_BELOW; next++) {
    const block = page.blocks[next]
    if (block?.kind !== 'paragraph' || opensPlaced(next, page)) break
    below.push(block)
  }
  return below
}

const entryAt = (block: Block, end: number): Omit<Entry, 'named' | 'standing'> => ({
  ...noFields(),
  block,
  start: block.start,
  end,
  rule: 'subprocessor/opened',
})
