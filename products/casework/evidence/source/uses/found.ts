// What the reader collects in a repository: each use of a name with its place, and votes for the kind of a name.
import type { Access } from '../../../estate/estate.ts'

/** What a name can be at its place in the grammar. */
export type Form =
  /** A table or view in an SQL statement. */
  | 'rows'
  /** A CDS entity. */
  | 'entity'
  /** A structure, or the row type of a table or view. */
  | 'structure'
  /** Any dictionary type. */
  | 'type'
  /** The target of a reference, or the type after NEW. */
  | 'reference'
  | 'class'
  | 'function'
  | 'program'
  | 'transaction'
  | 'messages'
  | 'authorization'
  | 'group'
  | 'badi'
  | 'behavior'
  | 'transformation'
  | 'exit'
  | 'element'
  | 'domain'
  | 'table_type'
  | 'search_help'

/** Why a name does not count as SAP's. */
export type Unresolved = 'inherited' | 'declared_elsewhere' | 'other_database'

export interface Use {
  file: string
  line: number
  column: number
  length: number
  /** In upper case. */
  name: string
  form: Form
  access: Access
  from: NameSource
  /** Position in the macro, if the name comes from its expansion: all these names have the position of the call. */
  inMacro?: string
  /** LIKE x without a component: x can only be a variable or a structure. */
  isLike?: boolean
  /** In a class with a superclass that was not uploaded, so the type may be inherited. */
  mayBeInherited?: boolean
  unresolved?: Unresolved
}

/** Where a name comes from, the most certain sources first. */
export type NameSource =
  /** The grammar has a name in this place, and the scope does not declare it. */
  | 'grammar'
  /** A literal in place of a dynamic name, or the value of a constant. */
  | 'literal'
  | 'constant'
  /** The type of a variable whose method is called. The name itself is in the declaration of the variable. */
  | 'variable'
  /** The expansion of a macro. */
  | 'macro'
  /** XML that describes an object. */
  | 'description'
  /** Native SQL, of any connected database. */
  | 'native_sql'
  /** A statement that could not be parsed. */
  | 'unparsed'

/** A sign of the kind of a name. Votes are counted per name. */
export type Vote =
  | 'rows'
  | 'structure'
  | 'table_type'
  | 'element'
  | 'reference'
  | 'badi'
  /** The name follows LIKE. */
  | 'like'
  /** A variable of the type has the usual prefix of a structure, a table or a field: ls_x, lt_x, lv_x. */
  | 'called_structure'
  | 'called_table'
  | 'called_element'
  /** The name follows TABLE OF. */
  | 'row'
  /** The name is the plain type of a variable. */
  | 'plain'
export type Votes = Partial<Record<Vote, number>>

interface Dynamic {
  file: string
  line: number
}

export interface Found {
  uses: Map<string, Use>
  votes: Map<string, Votes>
  /** Places with a declared name. A place that is local under one main program counts as local. */
  locals: Set<string>
  /** Variables declared with `TYPE x`, as `file variable x`. The type name of other variables may no longer apply. */
  direct: Set<string>
  directNames: Set<string>
  /** Variables declared with `TABLES vbak`, by file and by main program. */
  workAreas: Set<string>
  groups: Set<string>
  /** Local types, as `name` and as `main program name`. Includes blocks that the library could not resolve. */
  types: Set<string>
  /** Number of open TYPES blocks, by main program. */
  blocks: Map<string, number>
  dynamic: Map<string, Dynamic>
  /** Files that connect to another database. */
  elsewhere: Set<string>
}

/** Type groups that work without TYPE-POOLS. */
const GROUPS =
  'SLIS ICON SYM COL CNTL CXTAB VRM TRUXS KKBLO SEOK SEEX SEOX SEOO SEOP SOI OLE2 SZADR SDYDO TPIT RSDS RSFS SWF SCCR TREX CNDP SSFPP SMARD SAPWL'

export const newFound = (): Found => ({
  uses: new Map(),
  votes: new Map(),
  locals: new Set(),
  direct: new Set(),
  directNames: new Set(),
  workAreas: new Set(),
  groups: new Set(GROUPS.split(' ')),
  types: new Set(),
  blocks: new Map(),
  dynamic: new Map(),
  elsewhere: new Set(),
})

export type Place = Pick<Use, 'file' | 'line' | 'column' | 'inMacro'>

const keyOf = ({ file, line, column, inMacro = '' }: Place): string => `${file}:${line}:${column}:${inMacro}`

/** Includes are read once per main program, so the same use may come again. */
export function addUse(found: Found, use: Use): void {
  const key = `${keyOf(use)} ${use.form} ${use.access} ${use.name}`
  if (!found.uses.has(key)) found.uses.set(key, use)
}

export const markLocal = (found: Found, place: Place): void => void found.locals.add(keyOf(place))
export const isLocalPlace = (found: Found, use: Use): boolean => found.locals.has(keyOf(use))

export function vote(found: Found, name: string, one: Vote): void {
  const votes = found.votes.get(name) ?? {}
  votes[one] = (votes[one] ?? 0) + 1
  found.votes.set(name, votes)
}

export const addDynamic = (found: Found, one: Dynamic): void => void found.dynamic.set(`${one.file}:${one.line}`, one)
