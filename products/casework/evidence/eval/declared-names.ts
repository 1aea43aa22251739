// Names that a source declares: variables of every kind, types and classes. Found by words, without the grammar.
import { type Statement, statementsOf } from './abap-statements.ts'

export interface Declared {
  variables: Set<string>
  types: Set<string>
}

export const newDeclared = (): Declared => ({ variables: new Set(), types: new Set() })

const VARIABLES =
  /^(?:DATA|STATICS|CLASS-DATA|CONSTANTS|FIELD-SYMBOLS|PARAMETERS?|SELECT-OPTIONS|RANGES|LOCAL|NODES|CONTROLS)$/
const SIGNATURES = /^(?:FORM|METHODS|CLASS-METHODS|FUNCTION|EVENTS|CLASS-EVENTS)$/
const NAME = /^[!<]?((?:\/\w+\/)?[A-Z_%][\w$%]*)>?$/

export function addDeclared(declared: Declared, text: string): void {
  let block: 'types' | 'variables' | undefined
  let depth = 0
  for (const statement of statementsOf(text)) {
    const upper = statement.words.map((word) => (word.isLiteral ? '' : word.upper))
    const [first, second, third, fourth] = upper
    if (first === 'TYPES' || VARIABLES.test(first ?? '')) {
      const names = first === 'TYPES' ? declared.types : declared.variables
      if (second === 'BEGIN') {
        // Names between BEGIN and END are components.
        if (depth++ === 0) add(names, third === 'OF' && fourth === 'COMMON' ? upper[6] : fourth)
        block = first === 'TYPES' ? 'types' : 'variables'
      } else if (second === 'END') depth = Math.max(0, depth - 1)
      else if (depth === 0 || block === undefined) add(names, second)
    } else if ((first === 'CLASS' || first === 'INTERFACE') && !upper.includes('LOAD')) add(declared.types, second)
    else if (SIGNATURES.test(first ?? '')) addParameters(declared.variables, statement)
    addInline(declared.variables, statement)
  }
}

function add(names: Set<string>, word: string | undefined): void {
  const name = NAME.exec(word ?? '')?.[1]
  if (name) names.add(name)
}

const BEFORE_TYPE = /^(?:TYPE|LIKE|STRUCTURE|OPTIONAL|DEFAULT)$/

/** `iv TYPE i`, `!iv TYPE i`, `VALUE(iv) TYPE i`, `USING a b`. */
function addParameters(variables: Set<string>, { words }: Statement): void {
  words.forEach((word, at) => {
    if (word.isLiteral) return
    const next = words[at + 1]
    if (next && !next.isLiteral && BEFORE_TYPE.test(next.upper)) add(variables, word.upper)
    if (/^!?(?:VALUE|REFERENCE)$/.test(word.upper) && next?.text === '(') add(variables, words[at + 2]?.upper)
    if (/^(?:USING|CHANGING|TABLES)$/.test(word.upper))
      for (const one of words.slice(at + 1)) if (!one.isLiteral) add(variables, one.upper)
  })
}

/** DATA(x), @DATA(x), FIELD-SYMBOL(<x>), FINAL(x). */
function addInline(variables: Set<string>, { words }: Statement): void {
  words.forEach(({ upper, isLiteral }, at) => {
    if (!isLiteral && /^@?(?:DATA|FINAL|FIELD-SYMBOL)$/.test(upper) && words[at + 1]?.text === '(')
      add(variables, words[at + 2]?.upper)
  })
}

/** Adds the parameters of function modules, which are in XML. */
export function addParametersIn(declared: Declared, xml: string): void {
  for (const [, name] of xml.matchAll(/<PARAMETER>([^<]+)<\/PARAMETER>/g)) add(declared.variables, name!.toUpperCase())
}
