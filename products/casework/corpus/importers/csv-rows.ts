// Rows of a CSV text that arrives in pieces. Lists contain few quotes, so only records with quotes get the full parser.
import { CsvError, parse } from 'csv-parse/sync'
import { Unreadable } from './record.ts'

const MAX_RECORD = 100_000

export function* readRows(pieces: Iterable<string>, separator: string): Generator<string[]> {
  let open = ''
  for (const line of readLines(pieces)) {
    const record = open ? `${open}\n${line}` : line
    if (record.length > MAX_RECORD)
      throw new Unreadable(`A record is longer than ${MAX_RECORD} characters; is a quote never closed?`)
    if (!record.includes('"')) {
      yield record.split(separator)
      continue
    }
    open = isOpen(record) ? record : ''
    if (!open) yield parseQuoted(record, separator)
  }
  if (open) throw new Unreadable('A quote is opened and never closed.')
}

/** Lines without their LF or CR LF. */
export function* readLines(pieces: Iterable<string>): Generator<string> {
  let rest = ''
  for (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_RECORD) throw new Unreadable(`A line is longer than ${MAX_RECORD} characters.`)
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest) yield rest
}

/** With an odd number of quotes, the record continues in the next line. */
const isOpen = (record: string): boolean => record.split('"').length % 2 === 0

function parseQuoted(record: string, separator: string): string[] {
  try {
    return parse(record, { delimiter: separator, relax_quotes: true })[0] ?? ['']
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable(`The CSV cannot be read: ${error.message.slice(0, 200)}`)
    throw error
  }
}
