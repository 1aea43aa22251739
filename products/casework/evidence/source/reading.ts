// Where a reading of ABAP stands, and how it notes what it finds.
import type { Access } from '../../estate/estate.ts'
import type { Named } from '../../model/artifacts.ts'
import type { Declarations } from './declarations.ts'
import { addReference, type Extraction } from './extraction.ts'
import { isName } from './names.ts'
import type { Statement } from './statements.ts'

export interface Reading {
  found: Extraction
  declared: Declarations
  rows: readonly string[]
}

export interface At extends Reading {
  statement: Statement
  /** The statement in capitals. */
  words: readonly string[]
}

/** Notes it unless the source has declared it itself. */
export function note(at: At, named: Named, access: Access, place: number): void {
  const name = named.name.replace(/^!/, '')
  if (!isName(name) || at.declared.types.has(name)) return
  addReference(at.found, at.rows, { type: named.type, name }, access, at.statement.tokens[place]!)
}
