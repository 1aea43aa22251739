// Writes results as CSV from TSV, which keeps the kind of each value. Oxigraph's own CSV does not quote IRIs, although
// they may contain commas, and writes doubles with all their digits.
import { quotedCell } from '@veritrace/platform/csv'
import { unescaped } from '../../terms/nquads.ts'
import { XSD } from '../../terms/term.ts'

/** Rows as Oxigraph writes them, after a line of variable names. */
export function rowsCsv(tsv: string): string {
  let csv = ''
  let at = 0
  for (let end = tsv.indexOf('\n'); end >= 0; end = tsv.indexOf('\n', at)) {
    const fields = tsv.slice(at, end).split('\t')
    csv += `${fields.map(at === 0 ? nameOf : fieldOf).join(',')}\r\n`
    at = end + 1
  }
  return csv
}

const nameOf = (variable: string): string => variable.slice(1)
const fieldOf = (term: string): string => quotedCell(textOf(term))

const LITERAL = /^"((?:[^"\\]|\\.)*)"(?:@\S+|\^\^<([^>]*)>)?$/s
const FLOATING = new Set([`${XSD}double`, `${XSD}float`])

function textOf(term: string): string {
  if (term.startsWith('<') && !term.startsWith('<<')) return term.slice(1, -1)
  const literal = LITERAL.exec(term)
  if (!literal) return term
  const [, text, datatype] = literal
  return datatype !== undefined && FLOATING.has(datatype) ? floatingText(text!) : unescaped(text!)
}

/** As XPath casts a double to a string: with an exponent from 1e6 up, and below 1e-6. */
function floatingText(digits: string): string {
  const size = Math.abs(Number(digits))
  if (!Number.isFinite(size) || size === 0 || (size >= 1e-6 && size < 1e6)) return digits
  const [mantissa, exponent] = Number(digits).toExponential().split('e')
  return `${mantissa!.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}
