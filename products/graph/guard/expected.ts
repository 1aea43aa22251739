// What is allowed at a position of the text. The parser also lists tokens that its grammar allows but the context does
// not.
import { tokens } from './scan.ts'

export type Kind = 'query' | 'update'

/** The keywords a text can start with. */
export const STARTS: Record<Kind, readonly string[]> = {
  query: ['PREFIX', 'BASE', 'SELECT', 'CONSTRUCT', 'DESCRIBE', 'ASK'],
  update: ['PREFIX', 'BASE', 'INSERT', 'DELETE', 'LOAD', 'CLEAR', 'DROP', 'CREATE', 'ADD', 'MOVE', 'COPY', 'WITH'],
}

export function expectedHere(text: string, kind: Kind, offset: number, named: readonly string[]): string[] {
  const { hasBegun, isData, isDelete } = placeIn(text, offset)
  // The parser takes an empty text for an update and reports that the text may end here.
  if (!hasBegun && named.includes('end of text')) return [...STARTS[kind]]
  const allowed = named.filter((word) => !(isData && word === VARIABLE) && !(isDelete && BLANKS.includes(word)))
  // The parser looks for a blank node before it looks for a variable; wherever a string is allowed, a variable is too.
  const isTemplate = isDelete && !isData && allowed.includes('a string')
  return isTemplate && !allowed.includes(VARIABLE) ? [VARIABLE, ...allowed] : allowed
}

const VARIABLE = 'a variable'
const BLANKS = ['a blank node', '[']

interface Place {
  /** The text before it contains more than the prologue. */
  hasBegun: boolean
  /** Inside DATA, which allows no variables (SPARQL 1.1 §19.8, note 8). */
  isData: boolean
  /** Inside a DELETE template or data, which allows no blank nodes (note 9). */
  isDelete: boolean
}

function placeIn(text: string, end: number): Place {
  const place: Place = { hasBegun: false, isData: false, isDelete: false }
  let before = ''
  for (const { kind, image, offset } of tokens(text)) {
    if (offset >= end) break
    const word = kind === 'word' ? image.toLowerCase() : ''
    if (word && word !== 'prefix' && word !== 'base') place.hasBegun = true
    if (word === 'insert' || word === 'delete') Object.assign(place, { isData: false, isDelete: word === 'delete' })
    if (word === 'data') place.isData = true
    // `DELETE WHERE` as a whole is a template; any other WHERE or USING ends the templates.
    if (word === 'using' || (word === 'where' && before !== 'delete')) place.isDelete = false
    before = word
  }
  return place
}
