// Decision tables: the first row whose conditions all hold decides. Pure: no loops, no I/O, nothing but named inputs.

/** `exists`, `= A`, `in [a, b]`, `not in […]`, `matches /…/`, `> 3`, `a and b`, `a or b`, `not …`, or a plain value. */
export type Cell = string | number | boolean | null

export interface DecisionTable {
  id: string
  version: string
  inputs: readonly string[]
  rows: readonly Row[]
}
export interface Row {
  id: string
  when: Readonly<Record<string, Cell>>
  /** `=input` takes the value of an input. */
  then: Readonly<Record<string, Cell>>
  source?: string
}

export type Inputs = Readonly<Record<string, unknown>>
export interface Verdict {
  row: string
  then: Readonly<Record<string, unknown>>
}
