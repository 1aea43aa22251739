// What code does in the statements that the studio writes anew: calls of function modules and reads of tables.

/** Offsets in the text, the end after the period. */
export interface Span {
  start: number
  end: number
  line: number
  /** Before its first word. */
  indent: number
}

interface Passed {
  name: string
  value: string
}

export interface CallFact extends Span {
  function: string
  /** As the caller says it. */
  exporting: Passed[]
  importing: Passed[]
  changing: Passed[]
  tables: Passed[]
  exceptions: Passed[]
  /** Why it cannot be written anew. */
  unsupported?: string
}

/** A piece of a clause: a field of the table, or text that stays. */
export type Part = { field: string } | { text: string }

export interface SelectFact extends Span {
  table: string
  /** As the statement says it after AS. */
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
  /** With all host variables escaped. */
  into: string
  upTo?: string
  unsupported?: string
}

export interface StatementFacts {
  calls: CallFact[]
  selects: SelectFact[]
}
