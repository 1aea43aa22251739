// Turns HTML into blocks, in one pass over parser events. There is no tree, so depth and size cost nothing extra.
import { ownValue } from '@veritrace/platform/names'
import { Parser } from 'htmlparser2'
import type { ReadDocument, Span } from '../types.ts'
import { BlockWriter } from './block-writer.ts'
import { cleanCharacters } from './characters.ts'
import { InlineText } from './inline-text.ts'
import { TableReader } from './table-reader.ts'
import { isHidden } from './visibility.ts'

const BREAKS = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main ol p pre section summary table caption tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const HEADING = /^h[1-6]$/
const SPANS: Readonly<Record<string, Span['kind']>> = {
  a: 'link',
  b: 'bold',
  strong: 'bold',
  s: 'struck',
  del: 'struck',
  strike: 'struck',
}
const LONGEST_BOLD_HEADING = 90
const SUMMARY_LEVEL = 7
const PIECE = 16_384
/** Real pages are never this deep, and the parser's stack gets slow there. */
const DEEPEST = 4_000

export function readHtml(html: string): ReadDocument {
  const reader = new HtmlReader()
  const parser = new Parser(reader, { decodeEntities: true })
  // In chunks, so that a reader that has stopped does not receive the rest.
  for (let at = 0; at < html.length && !reader.stopped; at += PIECE) parser.write(html.slice(at, at + PIECE))
  if (!reader.stopped) parser.end()
  return reader.finish()
}

class HtmlReader {
  private readonly writer = new BlockWriter()
  private readonly inline = new InlineText()
  private readonly table = new TableReader(this.writer, this.inline)
  stopped = false
  private depth = 0
  private items = 0
  private definitions = 0
  private hiddenAt = 0
  private title = ''
  private language = ''
  private readonly jsonLd: string[] = []
  private capture: 'title' | 'json' | '' = ''
  private captured = ''
  private lists = 0
  private footers = 0
  private raised = 0

  onopentag(name: string, attributes: Record<string, string>): void {
    this.depth++
    if (this.depth > DEEPEST) this.stopped = true
    if (this.stopped) return
    if (name === 'html' && attributes.lang) this.language = attributes.lang
    if (name === 'title' && this.title === '' && this.hiddenAt === 0) this.startCapture('title')
    if (name === 'script' && /json/.test(attributes.type ?? '')) this.startCapture('json')
    if (this.hiddenAt > 0) return
    if (isHidden(name, attributes)) {
      this.hiddenAt = this.depth
      return
    }
    this.openVisible(name, attributes)
  }

  ontext(data: string): void {
    if (this.stopped) return
    if (this.capture) this.captured += data
    else if (this.hiddenAt === 0) this.inline.append(this.raised > 0 ? raisedDigits(data) : cleanCharacters(data))
  }

  onclosetag(name: string): void {
    this.depth--
    if (this.capture && (name === 'title' || name === 'script')) this.endCapture()
    if (this.hiddenAt > 0) {
      if (this.depth < this.hiddenAt) this.hiddenAt = 0
      return
    }
    this.closeVisible(name)
  }

  finish(): ReadDocument {
    this.flush('paragraph')
    const data = this.jsonLd.length > 0 ? this.jsonLd : null
    const warnings = this.stopped ? ['too_deep'] : []
    return this.writer.finish(this.title.trim(), { language: this.language, data, warnings })
  }

  private openVisible(name: string, attributes: Record<string, string>): void {
    if (name === 'br') this.inline.breakLine()
    if (name === 'img') this.badge(attributes.alt ?? attributes['aria-label'] ?? '')
    if (this.table.open(name, attributes)) return
    if (BREAKS.has(name)) this.boundary()
    if (name === 'li') this.items++
    if (name === 'dd') this.definitions++
    if (name === 'ul' || name === 'ol') this.lists++
    if (name === 'footer') this.footers++
    if (name === 'sup') this.raised++
    const span = ownValue(SPANS, name)
    if (span) this.inline.open(span, attributes.href ?? '')
  }

  private closeVisible(name: string): void {
    const span = ownValue(SPANS, name)
    if (span) this.inline.close(span)
    if (this.table.close(name)) return
    if (HEADING.test(name)) this.flush('heading', Number(name[1]))
    else if (name === 'summary') this.flush('heading', SUMMARY_LEVEL)
    else if (name === 'dt') this.flush('term')
    else if (name === 'dd') this.flush('definition')
    else if (BREAKS.has(name)) this.boundary()
    if (name === 'li') this.items--
    if (name === 'dd') this.definitions--
    if (name === 'details') this.writer.closeLevel(SUMMARY_LEVEL)
    if (name === 'footer') this.footers--
    if (name === 'sup') this.raised = Math.max(0, this.raised - 1)
  }

  private boundary(): void {
    if (this.table.depth > 0) this.inline.breakLine()
    else this.flush(this.items > 0 ? 'item' : this.definitions > 0 ? 'definition' : 'paragraph')
  }

  private flush(kind: 'heading' | 'paragraph' | 'item' | 'term' | 'definition', level = 0): void {
    const { text, spans } = this.inline.take()
    if (text === '') return
    const footer = this.footers > 0
    if (kind === 'paragraph' && actsAsHeading(text, spans)) {
      this.writer.add({ kind: 'heading', text, spans, level: SUMMARY_LEVEL, footer })
      return
    }
    this.writer.add({ kind, text, spans, level, footer, group: kind === 'item' ? this.lists : 0 })
  }

  private badge(label: string): void {
    const text = cleanCharacters(label).replace(/\s+/g, ' ').trim()
    if (text.length < 3 || text.length > 120) return
    if (this.table.depth > 0) {
      this.table.picture(text)
      return
    }
    this.boundary()
    this.writer.add({ kind: 'badge', text, footer: this.footers > 0 })
  }

  private startCapture(kind: 'title' | 'json'): void {
    this.capture = kind
    this.captured = ''
  }

  private endCapture(): void {
    if (this.capture === 'title') this.title = cleanCharacters(this.captured).replace(/\s+/g, ' ')
    else this.jsonLd.push(this.captured)
    this.capture = ''
  }
}

function actsAsHeading(text: string, spans: readonly Span[]): boolean {
  if (text.length > LONGEST_BOLD_HEADING || /[.;,]$/.test(text)) return false
  return spans.some((span) => span.kind === 'bold' && span.start === 0 && span.end >= text.length)
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Marks footnote digits, so that they do not become part of the word or number before them. */
function raisedDigits(data: string): string {
  const text = cleanCharacters(data)
  return MARK.test(text) ? text.replace(/\d/g, (digit) => RAISED[Number(digit)] as string) : text
}
const MARK = /^\W*\d{1,2}(?:\W+\d{1,2})*\W*$/
