// RDF/XML and JSON-LD, whose parsers are streams themselves.
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

/** Yields text, because the parsers break a character that is split between two byte pieces. */
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
    // The stream still parses the text it has buffered and would report an error there instead.
    saxParser.write = () => saxParser
    throw parser.newParseError(tooDeep(DEEPEST_XML))
  })
  // The parser itself does not check whether the document is complete.
  parser._flush = (done) => {
    saxParser.close()
    done()
  }
  // The parser's own expression has U+00B7 misspelled: it rejects that character and accepts # instead.
  parser.validateNcname = (name) => {
    if (!NAME.test(name)) throw parser.newParseError(`Not a valid NCName: ${name}`)
  }
  return parser
}
const NAME = new RegExp(`^${NCNAME}$`, 'u')

interface InsideRdfXml {
  saxParser: Sax
  /** The elements that are open. */
  activeTagStack: readonly unknown[]
  onTag(tag: object): void
}
interface Sax {
  write(text: string): Sax
  close(): void
  /** Replaces the previous handler. */
  on(event: 'doctype', handler: (doctype: string) => void): void
  on(event: 'opentag', handler: (tag: object) => void): void
  readonly position: number
  readonly ENTITIES: Record<string, string>
}

/** Each reference is limited by the length of its entity, and all references by the length of the document. */
function declareEntities(parser: RdfXmlParser, sax: Sax, doctype: string): void {
  // The parser adds the line.
  const refuse = (message: string) => parser.newParseError(message)
  let used = 0
  for (const [name, read] of entitiesOf(doctype, refuse))
    Object.defineProperty(sax.ENTITIES, name, {
      get: () => {
        const value = read()
        used += value.length
        if (used > USED_FREELY && used > TIMES * sax.position)
          throw refuse(`The document with its entities expanded is more than ${TIMES} times as long as without.`)
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
        throw new DocumentError(null, `The context ${url} is not fetched: include it in the document.`)
      },
    },
  })
  const { util, parsingContext } = parser as unknown as {
    util: Naming
    parsingContext: { contextTree: ContextTree<Context> }
  }
  parsingContext.contextTree = openContextTree()
  util.resourceToTerm = keepUnresolved(util.resourceToTerm.bind(util), false, factory.namedNode)
  util.createVocabOrBaseTerm = keepUnresolved(util.createVocabOrBaseTerm.bind(util), true, factory.namedNode)
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

/**
 * The parser silently drops terms with a relative IRI and no base. We keep them, so that they are rejected and
 * reported.
 */
function keepUnresolved(name: Name, byVocabulary: boolean, namedNode: (iri: string) => RdfTerm): Name {
  return (context, key) => {
    const known = name(context, key)
    if (known) return known
    // Null means that the context drops the term. Keyword-like terms are reserved for later versions (JSON-LD 1.1
    // §5.2.2).
    const iri = context.expandTerm(key, byVocabulary)
    return iri === null || iri.startsWith('@') ? null : namedNode(iri)
  }
}

/** RDF/XML messages start with the line; JSON-LD messages have none. */
function refusal(error: unknown): DocumentError {
  const message = error instanceof Error ? error.message : String(error)
  const line = /^(?:Line )?(\d+)(?: column |:)/i.exec(message)?.[1]
  return new DocumentError(line ? Number(line) : null, message.slice(0, 500))
}
