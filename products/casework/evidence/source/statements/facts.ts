// Statements that the studio can rewrite: calls of function modules and reads of tables.

/** Offsets in the text. `end` is after the period. */
export interface Span {
  start: number
  end: number
  line: number
  /** Columns before the first word. */
  indent: number
}

interface Passed {
  name: string
  value: string
}

export interface CallFact extends Span {
  function: string
  /** Named from the caller's side: EXPORTING passes values to the function. */
  exporting: Passed[]
  importing: Passed[]
  changing: Passed[]
  tables: Passed[]
  exceptions: Passed[]
  /** Reason why the statement cannot be rewritten. */
  unsupported?: string
}

/** A piece of a clause: a field of the table, or text that does not change. */
export type Part = { field: string } | { text: string }

export interface SelectFact extends Span {
  table: string
  /** The alias after AS. */
  alias?: string
  mode: 'single' | 'table' | 'loop'
  distinct: boolean
  /** Empty for `*`. */
  fields: { parts: Part[]; alias?: string; field?: string }[]
  isAll: boolean
  forAllEntries?: string
  where: Part[]
  groupBy: Part[]
  having: Part[]
  orderBy: Part[]
  /** With escaped host variables. */
  into: string
  upTo?: string
  unsupported?: string
}

export interface StatementFacts {
  calls: CallFact[]
  selects: SelectFact[]
}
