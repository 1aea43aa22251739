// The same statements as @abaplint/core sees them: it knows a table of the database from one in memory, and what it does
// not understand it says. Heavy to load, so only threads import it, and of the package its parser alone: all of it is twice
// as many modules.
import { createRequire } from 'node:module'
import type { Split, Statement } from './statements.ts'

type Abaplint = typeof import('@abaplint/core')

const require = createRequire(import.meta.url)
const part = (path: string) => require(`@abaplint/core/build/src/${path}.js`) as Abaplint
const { ABAPParser } = part('abap/abap_parser')
const { MemoryFile } = part('files/memory_file')

const QUIET = new Set(['Comment', 'Empty'])

/** Undefined where the parser itself gives up. */
export function parseStatements(filename: string, text: string): Split | undefined {
  try {
    const [file] = new ABAPParser().parse([new MemoryFile(filename, text)]).output
    if (!file) return undefined
    const split: Split = { statements: [], comments: [] }
    for (const node of file.getStatements()) {
      const kind = node.get().constructor.name
      if (kind === 'Comment') split.comments.push({ line: node.getStart().getRow(), text: node.concatTokens() })
      if (QUIET.has(kind)) continue
      const tokens: Statement['tokens'] = []
      for (const token of node.getTokens()) {
        const word = token.getStr()
        if (word !== '.' && word !== ',')
          tokens.push({ text: word, upper: word.toUpperCase(), line: token.getRow(), column: token.getCol() })
      }
      if (tokens.length > 0) split.statements.push({ tokens, kind })
    }
    return split
  } catch {
    return undefined
  }
}
