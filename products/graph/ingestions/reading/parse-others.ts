// RDF/XML and JSON-LD: parsers that are streams themselves.
import { Readable, type Transform } from 'node:stream'
import { JsonLdParser } from 'jsonld-streaming-parser'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { NCNAME } from '../../terms/xml.ts'
import { factoryFor } from './blank-nodes.ts'
import { type ContextTree, openContextTree } from './context-tree.ts'
import { DocumentError } from './document-error.ts'
import { entitiesOf } from './entities.ts'
import { DEEPEST_XML, openJsonNesting, tooDeep } from './nesting.ts'
import type { RdfQuad, RdfTerm } from './rdf.ts'
import { openDecoder } from './utf8.ts'

export async function parseOthers(
  type: 'application/rdf+xml' | 'application/ld+json',
  blankPrefix: string,
  pieces: AsyncIterable<Uint8Array>,
  { quad: take, piece }: { quad: (quad: RdfQuad, line: null) => void; piece: () => Promise<void> },
): Promise<void> {
  const parser = (type === 'application/rdf+xml' ? rdfXml(blankPrefix) : jsonLd(blankPrefix)) as unknown as Transform
  const look = type === 'application/ld+json' ? openJsonNesting() : undefined
  const source = Readable.from(texts(pieces, look), { objectMode: true })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let since = 0
  try {
    for await (const quad of parser as AsyncIterable<RdfQuad>) {
      take(quad, null)
      if (++since < AT_ONCE) continue
      since = 0
      await piece()
    }
  } catch (error) {
    throw error instanceof DocumentError ? error : refusal(error)
  } finally {
    source.destroy()
  }
}
const AT_ONCE = 1_000

/** Not as bytes: the parsers take a character that is cut in two for two broken ones. */
async function* texts(
  pieces: AsyncIterable<Uint8Array>,
  look?: (text: string, line: number) => void,
): AsyncGenerator<string> {
  const decode = openDecoder()
  let line = 1
  for await (const bytes of pieces) {
    const text = decode(bytes, line)
    look?.(text, line)
    line += text.split('\n').length - 1
    if (text !== '') yield text
  }
  decode(undefined, line)
}

function rdfXml(blankPrefix: string) {
  const parser = new RdfXmlParser({ dataFactory: factoryFor(blankPrefix), trackPosition: true, validateUri: false })
  const inside = parser as unknown as InsideRdfXml
  const { saxParser, activeTagStack } = inside
  saxParser.on('doctype', (doctype) => declareEntities(parser, saxParser, doctype))
  const open = inside.onTag.bind(parser)
  saxParser.on('opentag', (tag) => {
    if (activeTagStack.length <= DEEPEST_XML) return open(tag)
    // The stream goes on with what it has of the document, and would tell an error of that instead.
    saxParser.write = () => saxParser
    throw parser.newParseError(tooDeep(DEEPEST_XML))
  })
  // It does not ask by itself whether the document has come to its end.
  parser._flush = (done) => {
    saxParser.close()
    done()
  }
  // Its own expression has U+00B7 misspelled: it refuses that, and takes a # instead.
  parser.validateNcname = (name) => {
    if (!NAME.test(name)) throw parser.newParseError(`Not a valid NCName: ${name}`)
  }
  return parser
}
const NAME = new RegExp(`^${NCNAME}$`, 'u')

interface InsideRdfXml {
  saxParser: Sax
  /** Of the elements that are open. */
  activeTagStack: readonly unknown[]
  onTag(tag: object): void
}
interface Sax {
  write(text: string): Sax
  close(): void
  /** Takes the place of the handler before. */
  on(event: 'doctype', handler: (doctype: string) => void): void
  on(event: 'opentag', handler: (tag: object) => void): void
  readonly position: number
  readonly ENTITIES: Record<string, string>
}

/** One reference is bounded by its entity, and all of them by what the document itself is long. */
function declareEntities(parser: RdfXmlParser, sax: Sax, doctype: string): void {
  // With the line, which the parser puts before.
  const refuse = (message: string) => parser.newParseError(message)
  let used = 0
  for (const [name, read] of entitiesOf(doctype, refuse))
    Object.defineProperty(sax.ENTITIES, name, {
      get: () => {
        const value = read()
        used += value.length
        if (used > USED_FREELY && used > TIMES * sax.position)
          throw refuse(`The document with its entities is more than ${TIMES} times as long as without.`)
        return value
      },
    })
}
const USED_FREELY = 8 * 1024 * 1024
const TIMES = 100

function jsonLd(blankPrefix: string) {
  const factory = factoryFor(blankPrefix)
  const parser = new JsonLdParser({
    dataFactory: factory,
    documentLoader: {
      load: async (url) => {
        throw new DocumentError(null, `The context ${url} is not fetched: put it into the document.`)
      },
    },
  })
  const { util, parsingContext } = parser as unknown as {
    util: Naming
    parsingContext: { contextTree: ContextTree<Context> }
  }
  parsingContext.contextTree = openContextTree()
  util.resourceToTerm = keepingOdd(util.resourceToTerm.bind(util), false, factory.namedNode)
  util.createVocabOrBaseTerm = keepingOdd(util.createVocabOrBaseTerm.bind(util), true, factory.namedNode)
  return parser
}

interface Context {
  expandTerm(key: string, byVocabulary: boolean): string | null
}
type Name = (context: Context, key: string) => RdfTerm | null
interface Naming {
  resourceToTerm: Name
  createVocabOrBaseTerm: Name
}

/** The parser leaves out what has a relative IRI and no base, and tells nobody; it shall be seen, and rejected. */
function keepingOdd(name: Name, byVocabulary: boolean, namedNode: (iri: string) => RdfTerm): Name {
  return (context, key) => {
    const known = name(context, key)
    if (known) return known
    // Null is what the context leaves out, and what looks like a keyword is left to later versions (JSON-LD 1.1 §5.2.2).
    const iri = context.expandTerm(key, byVocabulary)
    return iri === null || iri.startsWith('@') ? null : namedNode(iri)
  }
}

/** RDF/XML says where in its message; JSON-LD does not. */
function refusal(error: unknown): DocumentError {
  const message = error instanceof Error ? error.message : String(error)
  const line = /^(?:Line )?(\d+)(?: column |:)/i.exec(message)?.[1]
  return new DocumentError(line ? Number(line) : null, message.slice(0, 500))
}
