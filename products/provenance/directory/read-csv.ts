// A streaming CSV parser for RFC 4180 and for what spreadsheets write: quotes, line breaks in quotes, any line ending.
// A broken record is reported with its line and loses only that line: lines that it swallowed are parsed again.

export interface CsvRecord {
  /** Line on which the record starts, counted from 1. */
  line: number
  cells: string[]
  problem?: string
}

const LONGEST_RECORD = 100_000

export async function* readCsv(chunks: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRecord> {
  const scanner = new Scanner(delimiter)
  for await (const chunk of chunks) yield* scanner.push(chunk)
  yield* scanner.end()
}

/** Decodes bytes without a byte order mark. Throws on invalid UTF-8, because names would silently be damaged. */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Parses one character at a time. */
class Scanner {
  private readonly delimiter: string
  private cells: string[] = []
  private cell = ''
  /** The raw text of the record, to parse it again if it is broken. */
  private raw = ''
  private line = 1
  private begins = 1
  private at: 'start' | 'plain' | 'quoted' | 'closed' | 'skipped' = 'start'
  private problem = ''
  private again = ''
  private afterReturn = false

  constructor(delimiter: string) {
    this.delimiter = delimiter
  }

  *push(chunk: string): Generator<CsvRecord> {
    const work = [chunk]
    for (let text = work.pop(); text !== undefined; text = work.pop())
      for (let i = 0; i < text.length; i++) {
        const ended = this.take(text[i]!)
        if (ended) yield ended
        if (this.again === '') continue
        work.push(text.slice(i + 1), this.again)
        this.again = ''
        break
      }
  }

  *end(): Generator<CsvRecord> {
    for (;;) {
      if (this.at === 'quoted') this.problem ||= 'a quote is opened and not closed'
      const last = this.record()
      if (last) yield last
      if (this.again === '') return
      const rest = this.again
      this.again = ''
      yield* this.push(rest)
    }
  }

  private take(char: string): CsvRecord | undefined {
    const second = this.afterReturn && char === '\n'
    this.afterReturn = char === '\r'
    // The second character of a line ending is skipped, except inside quotes.
    if (second && this.at !== 'quoted') return undefined
    const breaks = char === '\n' || char === '\r'
    if (breaks && !second) this.line++
    if (this.at !== 'skipped') this.raw += char
    if (breaks && this.at !== 'quoted') return this.record()
    if (this.at === 'skipped') return undefined
    if (this.at === 'quoted') this.inQuotes(char)
    else this.outside(char)
    if (this.raw.length > LONGEST_RECORD) return this.tooLong()
    return undefined
  }

  private inQuotes(char: string): void {
    if (char === '"') this.at = 'closed'
    else this.cell += char
  }

  private outside(char: string): void {
    if (char === this.delimiter) {
      this.cells.push(this.cell)
      this.cell = ''
      this.at = 'start'
      return
    }
    if (char === '"' && this.at === 'start') {
      this.at = 'quoted'
      return
    }
    // Two quotes inside quotes are one escaped quote.
    if (char === '"' && this.at === 'closed') this.at = 'quoted'
    else if (this.at === 'closed') this.problem ||= 'there is text after a closing quote'
    else {
      if (char === '"') this.problem ||= 'there is a quote in a cell that is not quoted'
      this.at = 'plain'
    }
    this.cell += char
  }

  /** A record over the limit is not stored: it ends at its first line, or skips the rest of its only line. */
  private tooLong(): CsvRecord | undefined {
    this.problem ||= `the record is longer than ${LONGEST_RECORD} characters`
    if (this.line > this.begins) return this.record()
    this.raw = ''
    this.cell = ''
    this.at = 'skipped'
    return undefined
  }

  private record(): CsvRecord | undefined {
    const { begins: line, problem, raw } = this
    const cells = [...this.cells, this.cell]
    const rest = problem === '' ? '' : raw.replace(/^[^\r\n]*(?:\r\n|\r|\n)?/, '')
    this.again = rest
    // The rest is parsed again, so count its lines again.
    if (rest !== '') {
      this.line = line + 1
      this.afterReturn = false
    }
    this.begins = this.line
    this.cells = []
    this.cell = ''
    this.raw = ''
    this.at = 'start'
    this.problem = ''
    if (problem !== '') return { line, cells: [], problem }
    return cells.length === 1 && cells[0] === '' ? undefined : { line, cells }
  }
}
