// Turtle and TriG, pushed through the N3 parser piece by piece, so that each statement has its line number.
import { Lexer, Parser, type Token } from 'n3'
import { factoryFor, GIVEN } from './blank-nodes.ts'
import { DocumentError } from './document-error.ts'
import type { RdfQuad } from './rdf.ts'
import { openDecoder } from './utf8.ts'

type Listener = (text: Buffer | string) => void
/** The parser takes this for a text stream. */
interface Source {
  on(event: string, listener: Listener): void
}

export type TakeQuad = (quad: RdfQuad, line: number, tag: string) => void

export async function parseTurtle(
  type: string,
  blankPrefix: string,
  pieces: AsyncIterable<Uint8Array>,
  { quad, piece }: { quad: TakeQuad; piece: () => Promise<void> },
): Promise<void> {
  const parser = openParser(type, blankPrefix, quad)
  const decode = openDecoder()
  for await (const bytes of pieces) {
    parser.push(decode(bytes, parser.line()))
    await piece()
  }
  parser.push(decode(undefined, parser.line()))
  parser.end()
}

/** Accepts text piece by piece; throws a DocumentError if the text is invalid. */
export function openParser(type: string, blankPrefix: string, take: TakeQuad) {
  const listeners = new Map<string, Listener>()
  const source: Source = { on: (event, listener) => void listeners.set(event, listener) }
  let line = 1
  /** The last language tag as written; the parser lowercases it. */
  let tag = ''
  const options = {
    format: type,
    factory: factoryFor(blankPrefix, ''),
    blankNodePrefix: `_:${GIVEN}`,
    lexer: watched(type, (token) => {
      line = token.line
      if (token.type === 'langcode') tag = token.value ?? ''
    }),
  }
  let failure: DocumentError | undefined
  new Parser(options).parse(source as never, (error: unknown, quad: RdfQuad | null) => {
    if (error) failure ??= refusal(error)
    else if (quad) take(quad, line, tag)
  })
  const emit = (event: string, text: string): void => {
    listeners.get(event)!(text)
    if (failure) throw failure
  }
  return { line: () => line, push: (text: string) => emit('data', text), end: () => emit('end', '') }
}

/** The parser's quads have no line numbers, but its tokens do. */
function watched(type: string, see: (token: Token) => void): Lexer {
  const lexer = new Lexer({ lineMode: /triples|quads/.test(type) })
  const tokenize = lexer.tokenize.bind(lexer) as (input: unknown, callback: Callback) => void
  lexer.tokenize = ((input: unknown, callback: Callback) =>
    tokenize(input, (error, token) => {
      if (token) see(token)
      callback(error, token)
    })) as typeof lexer.tokenize
  return lexer
}
type Callback = (error: unknown, token: Token) => void

function refusal(error: unknown): DocumentError {
  const { message, context } = error as Error & { context?: { line?: number } }
  return new DocumentError(context?.line ?? null, message)
}
