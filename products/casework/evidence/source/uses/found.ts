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
  /** Read from a literal or a constant that stands where a name is given at run time. */
  isGiven?: boolean
  /** In native SQL, of whatever database is connected. */
  isNative?: boolean
  /** In a class below one that nobody has handed over: a type may be inherited from there. */
  mayBeInherited?: boolean
  unresolved?: Unresolved
}

/** How often places say that a name is … */
export type Vote =
  | 'rows'
  | 'structure'
  | 'table_type'
  | 'element'
  | 'reference'
  | 'badi'
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
  /** `TABLES vbak`: a variable called like its table. By file, and by main program. */
  workAreas: Set<string>
  groups: Set<string>
  dynamic: Map<string, Dynamic>
  /** Files with a connection to another database. */
  elsewhere: Set<string>
}

/** Groups of types that need no TYPE-POOLS any more. */
const GROUPS =
  'SLIS ICON SYM COL CNTL VRM TRUXS KKBLO SEOK SEEX SEOX SEOO SEOP SOI OLE2 SZADR SDYDO TPIT RSDS RSFS SWF SCCR TREX CNDP SSFPP SMARD SAPWL'

export const newFound = (): Found => ({
  uses: new Map(),
  votes: new Map(),
  locals: new Set(),
  direct: new Set(),
  workAreas: new Set(),
  groups: new Set(GROUPS.split(' ')),
  dynamic: new Map(),
  elsewhere: new Set(),
})

const placeOf = ({ file, line, column }: Pick<Use, 'file' | 'line' | 'column'>): string => `${file}:${line}:${column}`

/** Includes are read once for each main program, and say the same each time. */
export function addUse(found: Found, use: Use): void {
  const key = `${placeOf(use)} ${use.form} ${use.access} ${use.name}`
  if (!found.uses.has(key)) found.uses.set(key, use)
}

export const markLocal = (found: Found, place: Pick<Use, 'file' | 'line' | 'column'>): void =>
  void found.locals.add(placeOf(place))
export const isLocalPlace = (found: Found, use: Use): boolean => found.locals.has(placeOf(use))

export function vote(found: Found, name: string, one: Vote): void {
  const votes = found.votes.get(name) ?? {}
  votes[one] = (votes[one] ?? 0) + 1
  found.votes.set(name, votes)
}

export const addDynamic = (found: Found, one: Dynamic): void => void found.dynamic.set(`${one.file}:${one.line}`, one)
