// Reads N-Triples line by line. The server writes valid lines; others are skipped.
import type { Term, Triple } from './term.ts'

const LINE =
  /^\s*(?:<([^>]*)>|_:(\S+))\s+<([^>]*)>\s+(?:<([^>]*)>|_:([^\s.]+(?:\.[^\s.]+)*)|"((?:[^"\\]|\\.)*)"(?:@([\w-]+)|\^\^<([^>]*)>)?)\s*\.\s*$/

export function readNTriples(text: string): Triple[] {
  const triples: Triple[] = []
  for (const line of text.split('\n')) {
    const found = LINE.exec(line)
    if (!found) continue
    const [, iri, blank, predicate, objectIri, objectBlank, literal = '', language, datatype] = found
    triples.push({
      subject: node(iri, blank),
      predicate: { type: 'uri', value: plain(predicate!) },
      object:
        objectIri !== undefined || objectBlank !== undefined
          ? node(objectIri, objectBlank)
          : {
              type: 'literal',
              value: plain(literal),
              ...(language !== undefined && { 'xml:lang': language }),
              ...(datatype !== undefined && { datatype }),
            },
    })
  }
  return triples
}

const node = (iri: string | undefined, blank: string | undefined): Term =>
  iri === undefined ? { type: 'bnode', value: blank! } : { type: 'uri', value: plain(iri) }

const SIGNS: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' }

const plain = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g, (_all, short, long, sign: string) =>
        sign === undefined ? String.fromCodePoint(Number.parseInt(short ?? long, 16)) : (SIGNS[sign] ?? sign),
      )
    : text
