// The SPARQL 1.1 parser of traqula with a safer lexer. One parser per process, because building it takes 0.1 s.
import { sparql11ParserBuilder } from '@traqula/parser-sparql-1-1'
import { AstFactory, completeParseContext, lex, type SparqlQuery, type TermIri } from '@traqula/rules-sparql-1-1'

/** The first token that the grammar does not allow. */
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

/** The tree of a decoded text. Throws GrammarError, or traqula's errors for anything else. */
export function parseText(text: string, baseIri: string | undefined): SparqlQuery {
  built ??= buildParser()
  return built.queryOrUpdate(text, completeParseContext({ astFactory: factoryFor(text), baseIRI: baseIri }))
}

/**
 * For a rejected text: its tree by grammar alone, without further rules, or how far the parser came. traqula's errors
 * for those rules have no position.
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
      // Line numbers are not used, and detecting tokens that may contain line breaks is a third of building the lexer.
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
 * traqula cuts local names at their second colon (`p:a:b` becomes `p:a`) and keeps their backslashes, so the checked
 * name would differ from the one that runs. Local names are therefore read from the source.
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
  // traqula accepts an escaped backslash, which SPARQL does not allow and no IRI may contain.
  if (local.includes('\\')) throw new Error(`The name ${image} contains a backslash.`)
  return local
}

// Replaces three patterns of traqula 1.3.1: it reads blanks between two keywords with `((ws+)|comment)+`, which takes
// exponential time when the second keyword is missing; it allows only one blank in NOT EXISTS; and its comments
// continue past a carriage return, which ends a comment (SPARQL 1.1 §19.4), also for the engine, so text could hide
// there.
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
