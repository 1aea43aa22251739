// What a source declares itself: names that lead nowhere outside, and which class a variable holds.
import type { Statement } from './statements.ts'

export interface Declarations {
  /** Types and classes of this source. */
  types: Set<string>
  variables: Set<string>
  /** Variable → the class or interface that it refers to. */
  classes: Map<string, string>
  /** Variables that a BAdI was fetched into. */
  badis: Set<string>
}

const VARIABLES = new Set(['DATA', 'CONSTANTS', 'STATICS', 'PARAMETERS', 'TABLES', 'RANGES', 'FIELD'])

export function readDeclarations(statements: readonly Statement[]): Declarations {
  const found: Declarations = { types: new Set(), variables: new Set(), classes: new Map(), badis: new Set() }
  for (const { tokens } of statements) {
    const words = tokens.map(({ upper }) => upper)
    declareFirst(found, words)
    for (let at = 0; at < words.length; at++) {
      // DATA(x), FINAL(x), @DATA(x)
      if ((words[at] === 'DATA' || words[at] === 'FINAL') && words[at + 1] === '(' && words[at + 3] === ')') {
        found.variables.add(words[at + 2]!)
        if (words[at + 4] === '=' && words[at + 5] === 'NEW' && words[at + 6] !== '#')
          found.classes.set(words[at + 2]!, words[at + 6]!)
      }
      // x TYPE REF TO y: also the parameters of methods
      if (words[at] === 'TYPE' && words[at + 1] === 'REF' && words[at + 2] === 'TO' && words[at + 3])
        found.classes.set(bare(words, at - 1), words[at + 3]!)
    }
  }
  return found
}

function declareFirst(found: Declarations, words: readonly string[]): void {
  const [first, second, third, fourth] = words
  const after = second === '-' ? words.slice(2) : words.slice(1)
  if (first === 'CLASS' && third === 'DEFINITION') found.types.add(second!)
  else if (first === 'INTERFACE' && second) found.types.add(second)
  else if (first === 'TYPES') found.types.add((second === 'BEGIN' ? fourth : second) ?? '')
  else if (first === 'GET' && second === 'BADI' && third) found.badis.add(third)
  else if (first === 'CREATE' && second === 'OBJECT' && fourth === 'TYPE') found.classes.set(third!, words[4] ?? '')
  else if (first === 'CLASS' && second === '-' && third === 'DATA') found.variables.add(fourth ?? '')
  else if (VARIABLES.has(first ?? '') && second !== '(')
    found.variables.add((after[0] === 'BEGIN' ? after[2] : first === 'FIELD' ? after[1] : after[0]) ?? '')
}

/** `!iv_x`, `VALUE(iv_x)` and `iv_x` are the same parameter. */
function bare(words: readonly string[], at: number): string {
  const word = words[at] === ')' ? words[at - 1] : words[at]
  return (word ?? '').replace(/^!/, '')
}
