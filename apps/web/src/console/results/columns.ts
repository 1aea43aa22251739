// Column widths, computed from a sample of the values so that they do not change while scrolling.
import type { Row, Term } from '../rdf/term.ts'

const SAMPLE = 150
const NARROWEST = 9
const WIDEST = matchMedia('(max-width: 40rem)').matches ? 26 : 46

/** Widths in characters. */
export function columnWidths(vars: readonly string[], rows: readonly Row[]): Record<string, number> {
  const sample = rows.slice(0, SAMPLE)
  return Object.fromEntries(
    vars.map((name) => {
      const lengths = sample.map((row) => lengthOf(row[name])).sort((a, b) => a - b)
      // The 90th percentile, so that one long value does not widen the column.
      const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
      return [name, Math.min(WIDEST, Math.max(NARROWEST, name.length + 4, usual + 4))]
    }),
  )
}

function lengthOf(term: Term | undefined): number {
  if (!term) return 1
  if (term.type !== 'literal') return Math.min(term.value.length, 34)
  return term.value.length + (term['xml:lang'] ? 5 : term.datatype ? 7 : 0)
}
