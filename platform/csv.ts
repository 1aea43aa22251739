// Lines of CSV (RFC 4180) that are safe to open in a spreadsheet.

/** Characters that start a formula in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  `${values.map(csvField).join(',')}\r\n`

function csvField(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return quotedCell(shownCell(value))
}

/** The text unchanged, in quotes if it needs them: for files that programs read. */
export const quotedCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The text, escaped so that a spreadsheet does not run it; also for formats other than CSV. */
export const shownCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
