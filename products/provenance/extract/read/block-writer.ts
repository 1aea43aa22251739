// Collects blocks into one normalized text. Each block knows its offset, and each block is one line of the text.

import { cutText } from '@veritrace/platform/text'
import type { Block, BlockKind, Cell, ReadDocument, Span } from '../types.ts'
import { matchable } from './characters.ts'

export interface Draft {
  kind: BlockKind
  text: string
  level?: number
  group?: number
  spans?: readonly Span[]
  cells?: readonly Omit<Cell, 'text'>[]
  footer?: boolean
}

const MOST_TEXT = 2_000_000
const LONGEST_HEADING = 300
const LONGEST_LEAD = 600

export class BlockWriter {
  readonly blocks: Block[] = []
  private readonly parts: string[] = []
  private length = 0
  private headings: { level: number; text: string; start: number }[] = []
  private paragraph = ''
  private term = { text: '', start: 0 }

  private isCut = false

  add(whole: Draft): void {
    if (whole.text.trim() === '') return
    const room = MOST_TEXT - this.length
    this.isCut ||= whole.text.length > room
    if (room <= 0) return
    const draft = whole.text.length > room ? cutDraft(whole, room) : whole
    const start = this.length
    const level = draft.level ?? 0
    if (draft.kind === 'heading') this.headings = this.headings.filter((above) => above.level < level)
    const question = this.question(draft.kind)
    this.blocks.push({
      kind: draft.kind,
      text: draft.text,
      start,
      end: start + draft.text.length,
      path: this.headings.map((above) => above.text),
      level,
      lead: this.paragraph,
      question: question.text,
      questionStart: question.start,
      group: draft.group ?? 0,
      cells: (draft.cells ?? []).map((cell) => place(cell, draft.text, start)),
      spans: (draft.spans ?? []).map((span) => ({ ...span, start: span.start + start, end: span.end + start })),
      footer: draft.footer ?? false,
    })
    this.parts.push(draft.text)
    this.length += draft.text.length + 1
    this.remember(draft, start, level)
  }

  /** Closing an accordion also ends its heading. */
  closeLevel(level: number): void {
    this.headings = this.headings.filter((above) => above.level < level)
  }

  finish(title: string, rest: Partial<ReadDocument> = {}): ReadDocument {
    const text = this.parts.join('\n')
    const warnings = [...(rest.warnings ?? []), ...(this.isCut ? ['truncated'] : [])]
    return { text, view: matchable(text), title, language: '', blocks: this.blocks, data: null, ...rest, warnings }
  }

  private remember(draft: Draft, start: number, level: number): void {
    if (draft.kind === 'heading') {
      this.headings.push({ level, text: cutText(draft.text, LONGEST_HEADING), start })
      this.paragraph = ''
      this.term = { text: '', start: 0 }
    }
    if (draft.kind === 'paragraph') this.paragraph = draft.text.slice(-LONGEST_LEAD)
    if (draft.kind === 'term') this.term = { text: cutText(draft.text, LONGEST_HEADING), start }
  }

  private question(kind: BlockKind): { text: string; start: number } {
    const nothing = { text: '', start: 0 }
    if (kind === 'heading' || kind === 'term') return nothing
    if (kind === 'definition') return this.term
    const nearest = this.headings.at(-1)
    return nearest && /[?？]\s*$/.test(nearest.text) ? nearest : nothing
  }
}

function cutDraft({ text, spans = [], cells = [], ...rest }: Draft, room: number): Draft {
  const cut = cutText(text, room)
  const isKept = ({ end }: { end: number }): boolean => end <= cut.length
  return { ...rest, text: cut, spans: spans.filter(isKept), cells: cells.filter(isKept) }
}

/** A cell covered by a row span has no offset. */
function place(cell: Omit<Cell, 'text'>, text: string, start: number): Cell {
  if (cell.start < 0) return { ...cell, text: '' }
  return { ...cell, text: text.slice(cell.start, cell.end), start: cell.start + start, end: cell.end + start }
}
