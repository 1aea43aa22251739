// N-Triples and N-Quads: a line, a statement. Most lines are spelled plainly and read here; what is not is left to the
// parser, line by line.
import { GIVEN } from './blank-nodes.ts'
import { DocumentError } from './document-error.ts'
import { openParser, type TakeQuad } from './parse-turtle.ts'
import type { RdfLiteral, RdfTerm } from './rdf.ts'
import { openDecoder } from './utf8.ts'

export async function parseLines(
  type: 'application/n-triples' | 'application/n-quads',
  blankPrefix: string,
  pieces: AsyncIterable<Uint8Array>,
  { quad, piece }: { quad: TakeQuad; piece: () => Promise<void> },
): Promise<void> {
  const decode = openDecoder()
  const read = lineReader(type, blankPrefix, quad)
  /** Pieces of a line whose end has not come yet. */
  let open: string[] = []
  let number = 1
  const take = (text: string): void => {
    const [first, ...lines] = text.split('\n')
    open.push(first!)
    for (const next of lines) {
      read(open.length === 1 ? open[0]! : open.join(''), number)
      number += 1
      open = [next]
    }
  }
  for await (const bytes of pieces) {
    take(decode(bytes, number))
    await piece()
  }
  take(decode(undefined, number))
  read(open.join(''), number)
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
      return isEmpty(line) ? undefined : readOdd(type, blankPrefix, line, number, take)
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

function readOdd(type: string, blankPrefix: string, line: string, number: number, take: TakeQuad): void {
  const parser = openParser(type, blankPrefix, (quad, _, tag) => take(quad, number, tag))
  try {
    parser.push(`${line}\n`)
    parser.end()
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    // To the parser it was the first line.
    throw new DocumentError(number, error.message.replace(/\bline \d+/, `line ${number}`))
  }
}
