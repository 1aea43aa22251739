// Lines of CSV (RFC 4180) that a spreadsheet shows as they are.

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  `${values.map(csvField).join(',')}\r\n`

function csvField(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return quotedCell(shownCell(value))
}

/** The text as it is, in quotes where it needs them: for files that programs read. */
export const quotedCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The text as a spreadsheet shows it and does not run it; for files of theirs that are not CSV as well. */
export const shownCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
