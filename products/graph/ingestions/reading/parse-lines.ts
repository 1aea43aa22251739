// N-Triples and N-Quads: one statement per line. Most lines are already canonical and stay bytes. The others are read
// as text here, and unusual ones by the N3 parser, line by line.
import { isUtf8 } from 'node:buffer'
import { emptyTerms, type LineTerms } from '../../statements/line-terms.ts'
import { GIVEN } from './blank-nodes.ts'
import { DocumentError } from './document-error.ts'
import { openParser, type TakeQuad } from './parse-turtle.ts'
import type { RdfLiteral, RdfTerm } from './rdf.ts'
import { scanLine } from './scan-line.ts'
import { openDecoder } from './utf8.ts'

interface Taking {
  /** True if the line was taken in bytes; otherwise its quad follows through `quad`. */
  line(bytes: Buffer, terms: LineTerms): boolean
  quad: TakeQuad
  piece(): Promise<void>
}

export async function parseLines(
  type: 'application/n-triples' | 'application/n-quads',
  blankPrefix: string,
  pieces: AsyncIterable<Uint8Array>,
  { line, quad, piece }: Taking,
): Promise<void> {
  const read = lineReader(type, blankPrefix, quad)
  const terms = emptyTerms()
  const takesGraph = type === 'application/n-quads'
  let number = 1
  const take = (bytes: Buffer): void => {
    if (!isUtf8(bytes)) refuseText(bytes, number)
    for (let from = 0; from < bytes.length; number++) {
      const end = bytes.indexOf(LINE_END, from)
      const to = end < 0 ? bytes.length : end
      const isScanned = scanLine(bytes, from, to, terms) && (takesGraph || terms.graphTo === 0)
      if (!isScanned || !line(bytes, terms)) read(textOf(bytes, from, to, number), number)
      from = to + 1
    }
  }
  /** Pieces of a line that is not complete yet. */
  let open: Uint8Array[] = []
  for await (const bytes of pieces) {
    const end = bytes.lastIndexOf(LINE_END) + 1
    if (end > 0) {
      take(Buffer.concat([...open, bytes.subarray(0, end)]))
      open = []
    }
    if (end < bytes.length) open.push(bytes.subarray(end))
    await piece()
  }
  take(Buffer.concat(open))
}
const LINE_END = 10

/** Removes the byte order mark that a document may start with. */
const textOf = (bytes: Buffer, from: number, to: number, number: number): string => {
  const text = bytes.toString('utf8', from, to)
  return number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text
}

function refuseText(bytes: Buffer, first: number): never {
  let number = first
  for (let from = 0; ; number++) {
    const end = bytes.indexOf(LINE_END, from)
    // Throws at the line that is not valid UTF-8.
    openDecoder()(bytes.subarray(from, end < 0 ? bytes.length : end), number)
    if (end < 0) throw new DocumentError(number, 'The document is not valid UTF-8.')
    from = end + 1
  }
}

const IRI = '<([A-Za-z][A-Za-z0-9+.\\-]*:[^\\x00-\\x20<>"{}|^`\\\\]*)>'
const BLANK = '_:([A-Za-z0-9_]+)'
const CHARS = '[^"\\\\\\r\\n\\0]*'
const TEXT = `"(${CHARS}(?:\\\\[tbnrf"'\\\\]${CHARS})*)"`
const LITERAL = `${TEXT}(?:\\^\\^${IRI}|@([A-Za-z]+(?:-[A-Za-z0-9]+)*))?`
const PLAIN = new RegExp(`^(?:${IRI}|${BLANK}) ${IRI} (?:${IRI}|${BLANK}|${LITERAL})(?: ${IRI})? \\.\\r?$`)

function lineReader(type: string, blankPrefix: string, take: TakeQuad): (line: string, number: number) => void {
  const blank = (label: string): RdfTerm => ({ termType: 'BlankNode', value: `${blankPrefix}${GIVEN}${label}` })
  return (line, number) => {
    const found = PLAIN.exec(line)
    if (!found || (found[9] !== undefined && type === 'application/n-triples'))
      return isEmpty(line) ? undefined : readWithParser(type, blankPrefix, line, number, take)
    const [, subject, subjectLabel, predicate, object, label, text, datatype, language, graph] = found
    const quad = {
      subject: subject === undefined ? blank(subjectLabel!) : iri(subject),
      predicate: iri(predicate!),
      object:
        text === undefined ? (object === undefined ? blank(label!) : iri(object)) : literal(text, datatype, language),
      graph: graph === undefined ? DEFAULT_GRAPH : iri(graph),
    }
    take(quad, number, '')
  }
}

const isEmpty = (line: string): boolean => line === '' || line === '\r'

const DEFAULT_GRAPH: RdfTerm = { termType: 'DefaultGraph', value: '' }
const STRING: RdfTerm = { termType: 'NamedNode', value: 'http://www.w3.org/2001/XMLSchema#string' }
const iri = (value: string): RdfTerm => ({ termType: 'NamedNode', value })

const literal = (text: string, datatype: string | undefined, language = ''): RdfLiteral => ({
  termType: 'Literal',
  value: text.includes('\\') ? text.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char) : text,
  language,
  datatype: datatype === undefined ? STRING : iri(datatype),
})
const ESCAPES: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' }

function readWithParser(type: string, blankPrefix: string, line: string, number: number, take: TakeQuad): void {
  const parser = openParser(type, blankPrefix, (quad, _, tag) => take(quad, number, tag))
  try {
    parser.push(`${line}\n`)
    parser.end()
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    // The parser has seen this line as line 1.
    throw new DocumentError(number, error.message.replace(/\bline \d+/, `line ${number}`))
  }
}
