// Rows as text for other programs.
import type { Row, Term } from './term.ts'

const plain = (term: Term | undefined): string => (term ? (term.type === 'bnode' ? `_:${term.value}` : term.value) : '')
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** SPARQL 1.1 results in CSV: values only, CRLF. */
export const toCsv = (vars: readonly string[], rows: readonly Row[]): string =>
  [vars, ...rows.map((row) => vars.map((name) => plain(row[name])))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')

/** Tab-separated, for pasting into a spreadsheet. */
export const toTabs = (vars: readonly string[], rows: readonly Row[]): string =>
  [vars, ...rows.map((row) => vars.map((name) => plain(row[name]).replace(/[\t\r\n]+/g, ' ')))]
    .map((cells) => cells.join('\t'))
    .join('\n')
