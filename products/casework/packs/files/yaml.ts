// YAML with limits: no custom tags, few aliases, limited depth and size.
import { Lexer, Parser, parseDocument } from 'yaml'

const MAX_YAML = 512 * 1024
const MAX_ALIASES = 200
const MAX_DEPTH = 64

/** Throws an Error that says what is wrong, with the line. */
export function readYaml(text: string): unknown {
  if (text.length > MAX_YAML) throw new Error(`is larger than ${MAX_YAML / 1024} KiB`)
  refuseDeep(text)
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, prettyErrors: true, logLevel: 'silent' })
  const [error] = document.errors
  if (error) throw new Error(error.message.split('\n')[0]!.replace(/:$/, ''))
  return document.toJS({ maxAliasCount: MAX_ALIASES })
}

/** The library composes values recursively. Lexing token by token stops before the deep part is composed. */
function refuseDeep(text: string): void {
  let line = 1
  const parser = new Parser(() => line++)
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) throw new Error(`is nested deeper than ${MAX_DEPTH} levels at line ${line}`)
  }
}
