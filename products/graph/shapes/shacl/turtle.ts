// Parses Turtle into triples. For shapes it also records the location of each triple in the text, for error messages.
import { DataFactory, Lexer, Parser, type Quad, type Term, type Token } from 'n3'
import { isIri as isWholeIri } from '../../terms/iri.ts'
import { blank, iri, type Key, literal } from './terms.ts'
import { addTriple, newTriples, type Triples } from './triples.ts'

/** Counted from 1; columns count the characters of the line. */
export interface Place {
  line: number
  column: number
}

export class TurtleError extends Error {
  readonly place: Place | undefined
  constructor(message: string, place?: Place) {
    super(message)
    this.place = place
  }
}

export interface ReadTurtle {
  triples: Triples
  /** The location of a triple, or only of its subject. */
  placeOf(subject: Key, predicate?: Key, object?: Key): Place | undefined
}

// The n3 types lack positions of tokens and the parser's lexer option.
declare module 'n3' {
  interface Token {
    start: number
    end: number
  }
  interface ParserOptions {
    lexer?: { tokenize(input: string): { every(read: (token: Token) => unknown): unknown } }
  }
}

/** Keeps blank nodes of shapes and data apart, whatever their labels. */
const OF_SHAPES = 'shape-'

/** Data can be long, so places are only computed if there is an error to report. */
export function readData(text: string): Triples {
  try {
    return read(text, false).triples
  } catch (error) {
    if (error instanceof TurtleError && !error.place) read(text, true)
    throw error
  }
}

export const readShapesText = (text: string): ReadTurtle => read(text, true, OF_SHAPES)

function read(text: string, withPlaces: boolean, prefix = ''): ReadTurtle {
  const triples = newTriples()
  const places = new Map<string, Place>()
  const walk = newWalk()
  const note = (key: string, token: Token | undefined) => {
    if (token && !places.has(key)) places.set(key, placeOfToken(token))
  }
  const factory = {
    ...DataFactory,
    namedNode: <Iri extends string>(value: Iri) => DataFactory.namedNode(absolute(value, walk.current())),
    blankNode: (label?: string) => DataFactory.blankNode(prefix + (label ? named(label) : walk.newLabel())),
    quad: (...terms: [Quad['subject'], Quad['predicate'], Quad['object'], Quad['graph']?]) => {
      const quad = DataFactory.quad(...terms)
      const [s, p, o] = [keyOf(quad.subject), keyOf(quad.predicate), keyOf(quad.object)]
      addTriple(triples, s, p, o)
      if (!withPlaces) return quad
      note(s, walk.subject())
      note(`${s} ${p}`, walk.predicate())
      note(`${s} ${p} ${o}`, walk.predicate())
      return quad
    },
  }
  const lexer = new Lexer()
  const tokenize = (input: string) => {
    const tokens = lexer.tokenize(input)
    return {
      every: (read: (token: Token) => unknown) =>
        tokens.every((token) => {
          walk.enter(token)
          const goesOn = read(token)
          walk.leave(token)
          return goesOn
        }),
    }
  }
  const options = { format: 'text/turtle', blankNodePrefix: '_:', factory }
  parse(text, new Parser(withPlaces ? { ...options, lexer: { tokenize } } : options))
  return {
    triples,
    placeOf: (s, p, o) => places.get([s, p, o].filter((part) => part !== undefined).join(' ')) ?? places.get(s),
  }
}

/** We generate labels of the form `_:anon-1`; a label in the text that looks like one is renamed. */
const named = (label: string): string => label.replace(/^x*anon-/, 'x$&')

function absolute<Iri extends string>(value: Iri, token: Token | undefined): Iri {
  if (isWholeIri(value)) return value
  throw new TurtleError(
    `“${value.slice(0, 200)}” is not an absolute IRI. Declare a base with @base.`,
    token && placeOfToken(token),
  )
}

function keyOf(term: Term): Key {
  if (term.termType === 'NamedNode') return iri(term.value)
  if (term.termType === 'BlankNode') return blank(term.value)
  if (term.termType === 'Literal') return literal(term.value, term.datatype.value, term.language)
  throw new TurtleError('Triple terms are not supported here.')
}

interface Failure extends Error {
  context?: { token?: Token; line?: number; previousToken?: Token }
}

function parse(text: string, parser: Parser): Quad[] {
  try {
    return parser.parse(text)
  } catch (error) {
    if (error instanceof TurtleError || !(error instanceof Error)) throw error
    const { message, context }: Failure = error
    if (!context) throw error
    throw new TurtleError(message.replace(/ on line \d+\.$/, '.'), placeOfFailure(text, message, context))
  }
}

/** The lexer reports the line and the text it found there; the parser reports the token. */
function placeOfFailure(
  text: string,
  message: string,
  { token, line = 1, previousToken }: NonNullable<Failure['context']>,
): Place {
  if (token) return placeOfToken(token)
  const met = /^Unexpected "([\s\S]*)" on line \d+\.$/.exec(message)?.[1] ?? ''
  const words = text.split(/\r\n|\r|\n/)[line - 1] ?? ''
  const from = previousToken?.line === line ? previousToken.end : 0
  const at = met === '' ? -1 : words.indexOf(met, from)
  return { line, column: (at >= 0 ? at : from) + 1 }
}

const placeOfToken = ({ line, start }: Token): Place => ({ line, column: start + 1 })

interface Frame {
  isList: boolean
  expects: 'subject' | 'predicate' | 'object'
  subject?: Token
  predicate?: Token
}

/** Follows the parser through the brackets, to find the subject and predicate tokens of each completed triple. */
function newWalk() {
  const frames: Frame[] = [{ isList: false, expects: 'subject' }]
  let now: Token | undefined
  let labels = 0
  /** Remaining tokens of a directive. */
  let skipped = 0
  const top = (): Frame => frames.at(-1)!
  const term = (token: Token): void => {
    const frame = top()
    if (frame.isList || frame.expects === 'object') return
    frame[frame.expects] = token
    frame.expects = frame.expects === 'subject' ? 'predicate' : 'object'
  }
  const open = (token: Token, isList: boolean): void => {
    term(token)
    frames.push({ isList, expects: 'predicate', subject: token })
  }
  const leave = (token: Token): void => {
    if (/^@?prefix$/i.test(token.type) && token.type !== 'prefix') skipped = 2
    else if (/^@?base$/i.test(token.type)) skipped = 1
    else if (skipped > 0) skipped -= 1
    else if (token.type === '[') open(token, false)
    else if (token.type === '(') open(token, true)
    else if ((token.type === ']' || token.type === ')') && frames.length > 1) frames.pop()
    else if (token.type === '.') frames.splice(0, frames.length, { isList: false, expects: 'subject' })
    else if (token.type === ';') top().expects = 'predicate'
    else if (!AFTER_LITERAL.has(token.type)) term(token)
  }
  return {
    enter: (token: Token) => {
      now = token
    },
    leave,
    current: () => now,
    subject: () => (top().isList ? now : top().subject),
    predicate: () => (top().isList ? now : top().predicate),
    newLabel: () => `anon-${++labels}`,
  }
}
const AFTER_LITERAL = new Set([',', 'type', 'typeIRI', 'langcode', 'dircode', 'eof'])
