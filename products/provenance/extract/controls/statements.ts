// Sentences of a document with the properties that control rules need: normalized text, block and subject.
import { sentencesOf } from '../language/sentences.ts'
import { type Subject, subjectsOf } from '../language/subject.ts'
import { matchable } from '../read/characters.ts'
import type { Block, ReadDocument } from '../types.ts'

export interface Statement {
  view: string
  start: number
  end: number
  block: Block
  /** The nearest heading, normalized for matching. */
  heading: string
  /** The normalized paragraph that introduces a list, and the subject. Computed on demand, because rarely needed. */
  lead: () => string
  subject: () => Subject
}

/** Headings and questions state nothing. A row is one statement. */
export function statementsOf(document: ReadDocument, own: readonly string[]): Statement[] {
  let above = ''
  let heading = ''
  return document.blocks.flatMap((block) => {
    if (block.kind === 'heading' || block.kind === 'badge') return []
    const nearest = block.path.at(-1) ?? ''
    // Many blocks share a heading.
    if (nearest !== above) heading = matchable(nearest)
    above = nearest
    const lead = (): string => matchable(block.lead)
    const isRow = block.kind === 'row'
    const ranges = isRow ? [{ start: block.start, end: block.end }] : sentencesOf(block.text, block.start)
    return ranges.flatMap(({ start, end }) => {
      const said = document.view.slice(start, end)
      // No sentence continues past the end of a line or cell.
      const view = isRow ? said.replace(/[\t\n]/g, ' ') : said
      if (view.endsWith('?')) return []
      return [{ view, start, end, block, heading, lead, subject: (): Subject => subjectsOf(view, { own }).first }]
    })
  })
}
