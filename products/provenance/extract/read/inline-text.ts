// The text of one block: whitespace collapsed, with links, bold and struck text as spans. The parts are joined only at the
// end of the block, so that a page of a million parts costs linear time.
import type { Span } from '../types.ts'

/** White space other than single spaces. */
const RAGGED = /[^\S ]| {2}/

export class InlineText {
  private parts: string[] = []
  private spans: Span[] = []
  private opened: Span[] = []
  length = 0

  append(data: string): void {
    const collapsed = RAGGED.test(data) ? data.replace(/\s+/g, ' ') : data
    this.push(this.length === 0 || this.endsWithSpace() ? collapsed.trimStart() : collapsed)
  }

  breakLine(): void {
    this.trimEnd()
    if (this.length > 0 && !this.parts.at(-1)?.endsWith('\t')) this.push('\n')
  }

  /** Cells of a row are separated by a tab: whitespace to a reader, and a boundary for the rules. */
  cellEnd(): void {
    this.trimEnd()
    this.push('\t')
  }

  open(kind: Span['kind'], href: string): void {
    this.opened.push({ kind, href, start: this.length, end: -1 })
  }

  close(kind: Span['kind']): void {
    const at = this.opened.findLastIndex((span) => span.kind === kind)
    if (at < 0) return
    const [span] = this.opened.splice(at, 1)
    const end = this.length - (this.endsWithSpace() ? 1 : 0)
    if (span && end > span.start) this.spans.push({ ...span, end })
  }

  take(): { text: string; spans: Span[] } {
    this.trimEnd()
    for (const span of this.opened.splice(0)) this.spans.push({ ...span, end: this.length })
    const text = this.parts.join('')
    const spans = this.spans
      .map((span) => ({ ...span, end: Math.min(span.end, text.length) }))
      .filter((span) => span.end > span.start)
    this.parts = []
    this.spans = []
    this.length = 0
    return { text, spans }
  }

  private push(part: string): void {
    if (part === '') return
    this.parts.push(part)
    this.length += part.length
  }

  private endsWithSpace(): boolean {
    const last = this.parts.at(-1)
    return last !== undefined && /\s/.test(last.charAt(last.length - 1))
  }

  /** Removes trailing spaces and line breaks, but not a tab, which marks the edge of a cell. */
  private trimEnd(): void {
    for (;;) {
      const last = this.parts.at(-1)
      const end = last?.charAt(last.length - 1)
      if (last === undefined || (end !== ' ' && end !== '\n')) return
      this.parts.pop()
      this.length--
      if (last.length > 1) this.parts.push(last.slice(0, -1))
    }
  }
}
