// Plain text and Markdown to blocks: headings, list items, pipe tables, paragraphs.
import type { ReadDocument } from '../types.ts'
import { BlockWriter } from './block-writer.ts'
import { cleanCharacters } from './characters.ts'

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^\s*(?:[-*•‣◦]|\d{1,3}[.)])\s+(.+)$/
const TABLE_ROW = /^\s*\|.*\|/
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/

export function readText(source: string): ReadDocument {
  const writer = new BlockWriter()
  let paragraph: string[] = []
  let group = 0
  let inTable = false
  let title = ''
  const flush = (): void => {
    writer.add({ kind: 'paragraph', text: paragraph.join(' ') })
    paragraph = []
  }
  for (const raw of source.split(/\r?\n/)) {
    const line = plain(raw)
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    const piped = TABLE_ROW.test(line)
    const row = piped || line.includes('\t')
    if (row && !inTable) group++
    // A blank line does not end a table: printed rows stand apart.
    if (line.trim() !== '') inTable = row
    if (line.trim() === '' || heading || item || row) flush()
    if (heading) {
      title ||= heading[2] ?? ''
      writer.add({ kind: 'heading', text: heading[2] ?? '', level: heading[1]?.length ?? 1 })
    } else if (item) writer.add({ kind: 'item', text: item[1] ?? '', group: 1_000_000 + group })
    else if (row && !TABLE_RULE.test(line)) addRow(writer, piped ? pipes(line) : line, group)
    else if (!row && line.trim() !== '') paragraph.push(line.trim())
  }
  flush()
  return writer.finish(title)
}

/** Links, emphasis and line breaks of Markdown are marks, not words. */
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
