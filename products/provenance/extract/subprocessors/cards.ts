// Subprocessors as cards or accordions: a heading with the name, below it lines such as "Purpose: …".
import { placesIn } from '../language/places.ts'
import { matchable } from '../read/characters.ts'
import type { Block, DocumentContext, ReadDocument } from '../types.ts'
import type { Entry } from './entry.ts'
import { addLabel, labelOf } from './lists.ts'
import { namedInText } from './names.ts'
import { placeOf } from './relevance.ts'

const LEAST_CARDS = 2
const LONGEST_CARD = 12
const MOST_LINES = 4
const LONGEST_LINE = 160

export function entriesInCards(document: ReadDocument, context: DocumentContext): Entry[] {
  const found = document.blocks.flatMap((block, index) => {
    if (block.kind !== 'heading' || block.level < 2) return []
    const entry = cardAt(block, document.blocks.slice(index + 1, index + 1 + LONGEST_CARD), document, context)
    return entry ? [entry] : []
  })
  return found.length >= LEAST_CARDS ? found : []
}

function cardAt(
  block: Block,
  below: readonly Block[],
  document: ReadDocument,
  context: DocumentContext,
): Entry | undefined {
  const named = namedInText(block.text)
  const { relevant, standing } = placeOf(block, document, context)
  if (!named || !relevant) return undefined
  const entry: Entry = {
    named,
    purpose: '',
    location: '',
    corporateLocation: '',
    data: '',
    safeguard: '',
    standing,
    block,
    start: block.start,
    end: block.end,
    rule: 'subprocessor/card',
  }
  let labelled = false
  const end = below.findIndex(({ kind }) => kind === 'heading')
  const lines = end < 0 ? below : below.slice(0, end)
  for (const line of lines) {
    for (const part of line.text.split('\n')) {
      const label = labelOf(part)
      if (label) addLabel(entry, label, part.slice(label.length).trim())
      labelled ||= label !== ''
    }
  }
  return labelled ? entry : plainCard(entry, lines)
}

/** A name with a line or two below it, one of which is a place: what it does, and where. */
function plainCard(entry: Entry, lines: readonly Block[]): Entry | undefined {
  const said = lines.flatMap(({ text }) => text.split('\n'))
  const isShort = said.length > 0 && said.length <= MOST_LINES && said.every((line) => line.length < LONGEST_LINE)
  if (!isShort || lines.some(({ kind }) => kind !== 'paragraph')) return undefined
  const place = said.find((line) => line.length < 60 && placesIn(matchable(line)).length > 0)
  if (place === undefined) return undefined
  return { ...entry, location: place, purpose: said.find((line) => line !== place) ?? '' }
}
