// What a reading of a repository collects: each use of a name at its place, and what places tell about the kind of a name.
import type { Access } from '../../../estate/estate.ts'

/** How the grammar uses a name: what it can be there. */
export type Form =
  /** A table or view in a statement of SQL. */
  | 'rows'
  /** An entity of CDS. */
  | 'entity'
  /** A structure, or the row of a table or view. */
  | 'structure'
  /** Any type of the dictionary. */
  | 'type'
  /** What a reference points to, or what is made by NEW. */
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

/** Why a name that was read is not told as SAP's. */
export type Unresolved = 'inherited' | 'declared_elsewhere' | 'other_database'

export interface Use {
  file: string
  line: number
  column: number
  length: number
  /** In capitals. */
  name: string
  form: Form
  access: Access
  from: NameSource
  /** Where it stands in the macro, when a macro was expanded here: all its names are at the place of the call. */
  inMacro?: string
  /** LIKE x without a component: only a variable or a structure can be meant. */
  isLike?: boolean
  /** In a class below one that nobody has handed over: a type may be inherited from there. */
  mayBeInherited?: boolean
  unresolved?: Unresolved
}

/** Where a name was read, the surest first. */
export type NameSource =
  /** In its place in the grammar; the scope does not declare it. */
  | 'grammar'
  /** In a literal that stands where a name is given at run time, or in the value of a constant. */
  | 'literal'
  | 'constant'
  /** It is the type of a variable whose method is called: the name stands where that is declared. */
  | 'variable'
  /** In what a macro was expanded to. */
  | 'macro'
  /** In XML that describes an object. */
  | 'description'
  /** In native SQL, of whatever database is connected. */
  | 'native_sql'
  /** In a statement that could not be parsed. */
  | 'unparsed'

/** How often places say that a name is … */
export type Vote =
  | 'rows'
  | 'structure'
  | 'table_type'
  | 'element'
  | 'reference'
  | 'badi'
  /** What LIKE refers to. */
  | 'like'
  /** Called as people call variables of structures, tables and fields: ls_x, lt_x, lv_x. */
  | 'called_structure'
  | 'called_table'
  | 'called_element'
  /** What a TABLE OF has as its rows. */
  | 'row'
  /** The plain type of a variable. */
  | 'plain'
export type Votes = Partial<Record<Vote, number>>

interface Dynamic {
  file: string
  line: number
}

export interface Found {
  uses: Map<string, Use>
  votes: Map<string, Votes>
  /** Places whose name is known where it stands: a place that is local under one main program is local. */
  locals: Set<string>
  /** Variables that are declared `TYPE x`: `file variable x`. Others carry the name of a type that they have no more. */
  direct: Set<string>
  directNames: Set<string>
  /** `TABLES vbak`: a variable called like its table. By file, and by main program. */
  workAreas: Set<string>
  groups: Set<string>
  /** Types of their own, by name and by `main program name`: also of blocks that the library could not resolve. */
  types: Set<string>
  /** How many blocks of TYPES are open, by main program. */
  blocks: Map<string, number>
  dynamic: Map<string, Dynamic>
  /** Files with a connection to another database. */
  elsewhere: Set<string>
}

/** Groups of types that need no TYPE-POOLS any more. */
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

/** Includes are read once for each main program, and say the same each time. */
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
