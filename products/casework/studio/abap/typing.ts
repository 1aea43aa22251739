// From the typing of a parameter of a function module to that of a method. Undefined if it is not understood.
import type { Parameter } from '../../signatures/signature.ts'

/** As they are written in METHODS; the obsolete TABLE is a standard table. */
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
  /** After TYPE. */
  text: string
  /** A row type: the parameter needs its own table type. */
  isRow?: true
  /** The type of the dictionary or the class that it names. */
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
    // A TABLES parameter is a standard table, whatever else its type allows.
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

/** What has a meaning outside the function group, too. */
export const isKnownDefault = (text: string): boolean => LITERAL.test(text.trim()) && text.length <= 60
