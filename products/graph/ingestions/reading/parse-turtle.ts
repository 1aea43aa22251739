// Turtle and TriG: pushed through N3's parser piece by piece, so that each statement has its line.
import { Lexer, Parser, type Token } from 'n3'
import { factoryFor, GIVEN } from './blank-nodes.ts'
import { DocumentError } from './document-error.ts'
import type { RdfQuad } from './rdf.ts'
import { openDecoder } from './utf8.ts'

type Hear = (words: Buffer | string) => void
/** What the parser takes for a stream of text. */
interface Source {
  on(event: string, listener: Hear): void
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

/** Takes text as it comes; throws a DocumentError where that is none of the syntax. */
export function openParser(type: string, blankPrefix: string, take: TakeQuad) {
  const listeners = new Map<string, Hear>()
  const source: Source = { on: (event, listener) => void listeners.set(event, listener) }
  let line = 1
  /** As it is written: the parser makes it lower case. */
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
  const hear = (event: string, text: string): void => {
    listeners.get(event)!(text)
    if (failure) throw failure
  }
  return { line: () => line, push: (text: string) => hear('data', text), end: () => hear('end', '') }
}

/** The parser tells no lines with its quads, its tokens do. */
function watched(type: string, see: (token: Token) => void): Lexer {
  const lexer = new Lexer({ lineMode: /triples|quads/.test(type) })
  const tokenize = lexer.tokenize.bind(lexer) as (input: unknown, callback: Tell) => void
  lexer.tokenize = ((input: unknown, callback: Tell) =>
    tokenize(input, (error, token) => {
      if (token) see(token)
      callback(error, token)
    })) as typeof lexer.tokenize
  return lexer
}
type Tell = (error: unknown, token: Token) => void

function refusal(error: unknown): DocumentError {
  const { message, context } = error as Error & { context?: { line?: number } }
  return new DocumentError(context?.line ?? null, message)
}
