// The SPARQL 1.1 parser of traqula, with the lexer made safe. One parser for the process: building it costs 0.1 s.
import { sparql11ParserBuilder } from '@traqula/parser-sparql-1-1'
import { AstFactory, completeParseContext, lex, type SparqlQuery, type TermIri } from '@traqula/rules-sparql-1-1'

/** The first thing the grammar did not expect. */
export class GrammarError extends Error {
  readonly offset: number | undefined
  readonly token: string
  constructor(message: string, token: string, offset: number | undefined) {
    super(message)
    this.name = 'GrammarError'
    this.token = token
    this.offset = offset
  }
}

/** The tree of decoded text; throws GrammarError, or what traqula throws for the rest. */
export function parseText(text: string, baseIri: string | undefined): SparqlQuery {
  built ??= buildParser()
  return built.queryOrUpdate(text, completeParseContext({ astFactory: factoryFor(text), baseIRI: baseIri }))
}

/**
 * For a text that was refused: its tree by the grammar alone, without the rules beyond it, or how far the parser came. Its
 * rules tell no places.
 */
export function parseLeniently(text: string): { tree?: SparqlQuery; reached?: number } {
  built ??= buildParser()
  let reached: number | undefined
  const astFactory = factoryFor(text)
  const locate = astFactory.sourceLocation.bind(astFactory)
  astFactory.sourceLocation = (...parts) => {
    const loc = locate(...parts)
    if (loc.sourceLocationType === 'source') reached = loc.start
    return loc
  }
  try {
    return { tree: built.queryOrUpdate(text, completeParseContext({ astFactory, skipValidation: true })) }
  } catch {
    return reached === undefined ? {} : { reached }
  }
}

let built: ReturnType<typeof buildParser> | undefined

const buildParser = () =>
  sparql11ParserBuilder.build({
    tokenVocabulary: lex.sparql11LexerBuilder.tokenVocabulary.map((token) => {
      const pattern = PATTERNS[token.name]
      // Nobody reads line numbers, and to find out which tokens may break a line is a third of building the lexer.
      return Object.assign(pattern ? { ...token, PATTERN: pattern } : token, { LINE_BREAKS: false })
    }),
    lexerConfig: { positionTracking: 'full' },
    errorHandler: ([first]) => {
      const { message, token } = first!
      // At the end of the text there is no token to point at.
      throw new GrammarError(message, token.image, Number.isNaN(token.startOffset) ? undefined : token.startOffset)
    },
  })

/**
 * traqula cuts local names at their second colon (`p:a:b` becomes `p:a`) and keeps their backslashes: a name would be
 * checked that is not the one that runs. So local names are read from the source.
 */
function factoryFor(text: string): AstFactory {
  const plain = new AstFactory()
  return Object.assign(new AstFactory(), {
    termNamed: (loc: TermIri['loc'], value: string, prefix?: string) => {
      if (prefix === undefined) return plain.termNamed(loc, value)
      return plain.termNamed(loc, localName(text, loc, prefix), prefix)
    },
  })
}

function localName(text: string, loc: TermIri['loc'], prefix: string): string {
  const image = loc.sourceLocationType === 'source' ? text.slice(loc.start, loc.end) : ''
  if (!image.startsWith(`${prefix}:`)) throw new Error(`Unknown prefix: ${prefix}`)
  // PN_LOCAL_ESC loses its backslash; percent signs stay (SPARQL 1.1 §4.1.1.1).
  const local = image.slice(prefix.length + 1).replace(/\\(.)/g, '$1')
  // traqula takes an escaped backslash, which SPARQL does not and no IRI may contain.
  if (local.includes('\\')) throw new Error(`The name ${image} contains a backslash.`)
  return local
}

// traqula 1.3.1 reads blanks between two keywords with `((ws+)|comment)+`, which takes time exponential in their number
// when the second keyword does not follow; it takes only one blank in NOT EXISTS; and its comments run past a carriage
// return, which ends them (SPARQL 1.1 §19.4) and does for the engine: text could hide there.
const BLANKS = '(?:[\\t\\n\\r ]|#[^\\r\\n]*[\\r\\n])+'
const words = (first: string, second: string) => new RegExp(`${first}${BLANKS}${second}`, 'i')
const PATTERNS: Readonly<Record<string, RegExp>> = {
  DeleteDataClause: words('delete', 'data'),
  DeleteWhereClause: words('delete', 'where'),
  InsertDataClause: words('insert', 'data'),
  NotIn: words('not', 'in'),
  BuiltInNotexists: words('not', 'exists'),
  Comment: /#[^\r\n]*/,
}
