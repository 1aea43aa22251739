// Turns plain text and Markdown into blocks: headings, list items, pipe tables, paragraphs.
import type { ReadDocument } from '../types.ts'
import { BlockWriter } from './block-writer.ts'
import { cleanCharacters } from './characters.ts'
import { columnsIn } from './columns.ts'

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^\s*(?:[-*•‣◦]|\d{1,3}[.)])\s+(.+)$/
const TABLE_ROW = /^\s*\|.*\|/
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/

export function readText(source: string): ReadDocument {
  const writer = new BlockWriter()
  const lines = source.split(/\r?\n/)
  const columns = columnsIn(lines)
  let paragraph: string[] = []
  let below: string[] | undefined
  let group = 0
  let inTable = false
  let title = ''
  const flush = (): void => {
    if (below) writer.add({ kind: 'item', text: below.join('\n'), group: 1_000_000 + group })
    else writer.add({ kind: 'paragraph', text: paragraph.join(areLines(paragraph) ? '\n' : ' ') })
    below = undefined
    paragraph = []
  }
  for (const [at, raw] of lines.entries()) {
    const cells = columns.get(at)
    const line = cells ? cells.map(plain).join('\t') : plain(raw)
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    const piped = TABLE_ROW.test(line)
    const row = piped || line.includes('\t')
    if (row && !inTable) group++
    // A blank line does not end a table: printed rows may be spaced out.
    if (line.trim() !== '') inTable = row
    if (line.trim() === '' || heading || item || row) flush()
    if (heading) {
      title ||= heading[2] ?? ''
      writer.add({ kind: 'heading', text: heading[2] ?? '', level: heading[1]?.length ?? 1 })
    } else if (item) below = [item[1] ?? '']
    else if (row && !TABLE_RULE.test(line)) addRow(writer, piped ? pipes(line) : line, group)
    else if (below && MEMBER.test(raw)) below.push(line.trim())
    else if (!row && line.trim() !== '') {
      if (below) flush()
      paragraph.push(line.trim())
    }
  }
  flush()
  return writer.finish(title)
}

/** "  purpose: hosting" below an item, as in YAML. */
const MEMBER = /^\s{2,}[\p{L}_-][\p{L} _-]{0,30}:\s/u
const LABELLED = /^[^:：]{1,40}[:：]\s*\S/u
const LONGEST_LINE = 60

/** True for the lines of an address or for labels. Other lines are one wrapped text. */
const areLines = (lines: readonly string[]): boolean =>
  lines.length > 1 && (lines.every((line) => LABELLED.test(line)) || lines.every((line) => isShort(line)))

/** Not the end of a sentence: "Contoso Inc." */
const STOPS = /(?:[,;]|\p{Ll}{4}\.)$/u

const isShort = (line: string): boolean =>
  line.length < LONGEST_LINE && /^[\p{Lu}\p{N}]/u.test(line) && !STOPS.test(line)

/** Removes Markdown syntax for links, emphasis and line breaks. */
function plain(raw: string): string {
  return cleanCharacters(raw)
    .replace(/!?\[([^\]]{0,300})\]\([^)\s]{0,1000}\)/g, '$1')
    .replace(/\*\*([^*]{1,300})\*\*/g, '$1')
    .replace(/<\/?br\s*\/?>/gi, ' ')
    .replace(/[ \f\v]+/g, ' ')
    .trimEnd()
}

function pipes(line: string): string {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.replace(/\t/g, ' ').trim())
    .join('\t')
}

function addRow(writer: BlockWriter, line: string, group: number): void {
  let at = 0
  const cells = line.split('\t').map((text) => {
    const start = at
    at += text.length + 1
    return { start, end: start + text.length, header: false }
  })
  writer.add({
    kind: 'row',
    text: line.trimEnd(),
    cells: cells.filter((cell) => cell.start <= line.trimEnd().length),
    group,
  })
}
