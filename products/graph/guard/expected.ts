// What could stand at a place of the text. The parser also names what its grammar has there and the place does not allow.
import { tokens } from './scan.ts'

export type Kind = 'query' | 'update'

/** What a text can begin with. */
export const STARTS: Record<Kind, readonly string[]> = {
  query: ['PREFIX', 'BASE', 'SELECT', 'CONSTRUCT', 'DESCRIBE', 'ASK'],
  update: ['PREFIX', 'BASE', 'INSERT', 'DELETE', 'LOAD', 'CLEAR', 'DROP', 'CREATE', 'ADD', 'MOVE', 'COPY', 'WITH'],
}

export function expectedHere(text: string, kind: Kind, offset: number, named: readonly string[]): string[] {
  const { hasBegun, isData, isDelete } = placeIn(text, offset)
  // To the parser nothing at all is an update, after which a text may end.
  if (!hasBegun && named.includes('end of text')) return [...STARTS[kind]]
  const allowed = named.filter((word) => !(isData && word === VARIABLE) && !(isDelete && BLANKS.includes(word)))
  // It looks at a blank node as at a term that is no variable; where a text could stand, a variable could too.
  const isTemplate = isDelete && !isData && allowed.includes('a string')
  return isTemplate && !allowed.includes(VARIABLE) ? [VARIABLE, ...allowed] : allowed
}

const VARIABLE = 'a variable'
const BLANKS = ['a blank node', '[']

interface Place {
  /** Something stands before it that is no prologue. */
  hasBegun: boolean
  /** It is within DATA, which has no variables (SPARQL 1.1 §19.8, note 8). */
  isData: boolean
  /** It is within what is deleted, which has no blank nodes (note 9). */
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
    // DELETE WHERE is all template; any other WHERE, and what names its dataset, ends the templates.
    if (word === 'using' || (word === 'where' && before !== 'delete')) place.isDelete = false
    before = word
  }
  return place
}
