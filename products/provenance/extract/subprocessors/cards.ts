// Subprocessors as cards or accordions: a heading with the name, below it lines such as "Purpose: …".
import type { Block, DocumentContext, ReadDocument } from '../types.ts'
import type { Entry } from './entry.ts'
import { addLabel, labelOf } from './lists.ts'
import { namedInText } from './names.ts'
import { placeOf } from './relevance.ts'

const LEAST_CARDS = 2
const LONGEST_CARD = 12

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
  for (const line of below) {
    if (line.kind === 'heading') break
    for (const part of line.text.split('\n')) {
      const label = labelOf(part)
      if (label) addLabel(entry, label, part.slice(label.length).trim())
      labelled ||= label !== ''
    }
  }
  return labelled ? entry : undefined
}
