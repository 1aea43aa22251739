// Converts the type of a function module parameter to that of a method parameter. Undefined if it is not understood.
import type { Parameter } from '../../signatures/signature.ts'

/** Generic types as METHODS writes them. The obsolete TABLE is a standard table. */
const GENERIC: Readonly<Record<string, string>> = {
  ANY: 'any',
  DATA: 'data',
  CLIKE: 'clike',
  CSEQUENCE: 'csequence',
  NUMERIC: 'numeric',
  SIMPLE: 'simple',
  XSEQUENCE: 'xsequence',
  DECFLOAT: 'decfloat',
  C: 'c',
  N: 'n',
  P: 'p',
  X: 'x',
  TABLE: 'STANDARD TABLE',
  'STANDARD TABLE': 'STANDARD TABLE',
  'INDEX TABLE': 'INDEX TABLE',
  'SORTED TABLE': 'SORTED TABLE',
  'HASHED TABLE': 'HASHED TABLE',
  'ANY TABLE': 'ANY TABLE',
}
const TYPE_NAME = /^(?:\/\w{1,10}\/)?\w+(?:(?:=>|-)(?:\/\w{1,10}\/)?\w+)*$/
const CLASS_NAME = /^(?:\/\w{1,10}\/)?\w+(?:=>\w+)?$/

export interface Typed {
  /** The text after TYPE. */
  text: string
  /** True for the type of a row: the parameter needs its own table type. */
  isRow?: true
  /** The dictionary type or class that it refers to. */
  names?: string
}

export function typedAs({ typing, type, direction }: Parameter): Typed | undefined {
  const isTable = direction === 'tables'
  if (!typing || !type) return { text: isTable ? 'STANDARD TABLE' : 'any' }
  const upper = type.toUpperCase().replace(/\s+/g, ' ').trim()
  const generic = GENERIC[upper]
  if (typing === 'ref') {
    if (upper === 'OBJECT' || upper === 'DATA') return { text: `REF TO ${upper.toLowerCase()}` }
    return CLASS_NAME.test(upper) ? { text: `REF TO ${upper.toLowerCase()}`, names: first(upper) } : undefined
  }
  if (generic !== undefined && typing !== 'structure') {
    // A TABLES parameter is always a standard table, even if its type allows more.
    if (isTable) return { text: 'STANDARD TABLE' }
    return { text: generic }
  }
  if (!TYPE_NAME.test(upper)) return undefined
  const isRow = isTable && typing !== 'type'
  return { text: upper.toLowerCase(), names: first(upper), ...(isRow && { isRow }) }
}

const first = (type: string): string => type.split(/=>|-/)[0]!

const LITERAL =
  /^(?:'(?:[^']|'')*'|`(?:[^`]|``)*`|-?\d{1,9}|SPACE|ABAP_(?:TRUE|FALSE|UNDEFINED)|(?:SY|SYST)-\w+|(?:\/\w+\/)?\w+=>\w+(?:-\w+)*)$/i

/** True if the value means the same outside the function group. */
export const isKnownDefault = (text: string): boolean => LITERAL.test(text.trim()) && text.length <= 60
