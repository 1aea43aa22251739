// The basis of each use of a reference, and the confidence that follows from it. Pure.
import { ACCESSES } from './estate.ts'

/** Stored by index: append new ones. The first is the default of files that do not state a basis. */
export const BASES = ['stated', 'grammar', 'list', 'elsewhere', 'text', 'pattern', 'unparsed'] as const
export type Basis = (typeof BASES)[number]

const SURE: Readonly<Record<Basis, number>> = {
  stated: 0.95,
  /** Its position in the grammar gives its kind, and the scope does not declare it. */
  grammar: 0.95,
  /** A list contains the name and therefore its kind. */
  list: 0.95,
  /** Other places in the sources give its kind. */
  elsewhere: 0.9,
  /** Read from a literal, a constant, a macro or native SQL. */
  text: 0.8,
  /** Only the name suggests its kind. */
  pattern: 0.7,
  /** In a statement that could not be parsed. */
  unparsed: 0.6,
}
/** A name assembled at run time, read from a text in the source. */
const DYNAMIC = 0.4
const DYNAMIC_ACCESS = ACCESSES.indexOf('dynamic')
const BY_PLACE = BASES.map((basis) => SURE[basis])

/** Both arguments are indexes. */
export const confidenceOf = (access: number, basis: number): number =>
  access === DYNAMIC_ACCESS ? DYNAMIC : (BY_PLACE[basis] ?? SURE.stated)

export const surer = (a: Basis, b: Basis): Basis => (SURE[a] >= SURE[b] ? a : b)

/** Takes and returns indexes into BASES; if both are equally certain, the first. */
export const surerPlace = (a: number, b: number): number => ((BY_PLACE[a] ?? 0) >= (BY_PLACE[b] ?? 0) ? a : b)
