// Turtle, TriG, N-Triples and N-Quads: pushed through N3's parser piece by piece, so that each statement has its line.
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

export async function parseTurtle(
  type: string,
  blankPrefix: string,
  pieces: AsyncIterable<Uint8Array>,
  { quad: take, piece }: { quad: (quad: RdfQuad, line: number, tag: string) => void; piece: () => Promise<void> },
): Promise<void> {
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
  const decode = openDecoder()
  for await (const bytes of pieces) {
    listeners.get('data')!(decode(bytes, line))
    if (failure) throw failure
    await piece()
  }
  listeners.get('data')!(decode(undefined, line))
  listeners.get('end')!('')
  if (failure) throw failure
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
