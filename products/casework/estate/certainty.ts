// What a use of a reference rests on, and how sure that makes it. Pure.
import { ACCESSES } from './estate.ts'

/** Kept by their places: new ones go to the end. The first is that of files that say nothing about it. */
export const BASES = ['stated', 'grammar', 'list', 'elsewhere', 'text', 'pattern', 'unparsed'] as const
export type Basis = (typeof BASES)[number]

const SURE: Readonly<Record<Basis, number>> = {
  stated: 0.95,
  /** Its place in the grammar says what it is, and the scope does not declare it. */
  grammar: 0.95,
  /** A list knows the name, and so its kind. */
  list: 0.95,
  /** Other places of the sources say what it is. */
  elsewhere: 0.9,
  /** Read from a literal, a constant, a macro or native SQL. */
  text: 0.8,
  /** Only what it is called says what it is. */
  pattern: 0.7,
  /** In a statement that could not be parsed. */
  unparsed: 0.6,
}
/** A name that is put together at run time was read from a text in the source. */
const DYNAMIC = 0.4
const DYNAMIC_ACCESS = ACCESSES.indexOf('dynamic')
const BY_PLACE = BASES.map((basis) => SURE[basis])

/** Both by their places. */
export const confidenceOf = (access: number, basis: number): number =>
  access === DYNAMIC_ACCESS ? DYNAMIC : (BY_PLACE[basis] ?? SURE.stated)

export const surer = (a: Basis, b: Basis): Basis => (SURE[a] >= SURE[b] ? a : b)

/** Places in BASES; of two that are as sure, the first. */
export const surerPlace = (a: number, b: number): number => ((BY_PLACE[a] ?? 0) >= (BY_PLACE[b] ?? 0) ? a : b)
