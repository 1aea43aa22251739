// Decision tables: the first row whose conditions all match decides. Pure: no loops, no I/O, only named inputs.

import { faultOf } from '../model/patterns.ts'
import { type Test, testOf } from './cells/rules.ts'

/** `exists`, `= A`, `in [a, b]`, `not in […]`, `matches /…/`, `> 3`, `a and b`, `a or b`, `not …`, or a plain value. */
type Cell = string | number | boolean | null

export interface DecisionTable {
  id: string
  version: string
  inputs: readonly string[]
  rows: readonly Row[]
}
export interface Row {
  id: string
  when: Readonly<Record<string, Cell>>
  /** `=input` copies the value of an input. */
  then: Readonly<Record<string, Cell>>
  source?: string
}

/** By the names in `inputs`: `{ 'release.state': 'released' }`. Unknown values are absent, null or empty. */
export type Inputs = Readonly<Record<string, unknown>>
export interface Verdict {
  row: string
  then: Readonly<Record<string, unknown>>
}

/** The first matching row. A checked table always has one, because its last row has no conditions. */
export function decide(table: DecisionTable, inputs: Inputs): Verdict {
  for (const { row, tests } of compiledRows(table))
    if (tests.every(([name, holds]) => holds(inputs[name]))) return verdict(row, inputs)
  throw new Error(`No row of ${table.id} decides`)
}

function verdict(row: Row, inputs: Inputs): Verdict {
  const values: Record<string, unknown> = {}
  for (const [name, cell] of Object.entries(row.then)) {
    const input = inputOf(cell)
    values[name] = input === undefined ? cell : (inputs[input] ?? null)
  }
  // biome-ignore lint/suspicious/noThenProperty: `then` is the usual word in decision tables, and no function for await.
  return { row: row.id, then: values }
}

const inputOf = (cell: Cell): string | undefined =>
  typeof cell === 'string' && cell.startsWith('=') ? cell.slice(1).trim() : undefined

interface CompiledRow {
  row: Row
  tests: readonly (readonly [name: string, holds: Test])[]
}

// Compiled rows are cached for the lifetime of the table, which never changes after loading.
const compiled = new WeakMap<DecisionTable, readonly CompiledRow[]>()

function compiledRows(table: DecisionTable): readonly CompiledRow[] {
  const known = compiled.get(table)
  if (known) return known
  const rows = table.rows.map((row) => ({
    row,
    tests: Object.entries(row.when).map(([name, cell]) => [name, testOf(cell)] as const),
  }))
  compiled.set(table, rows)
  return rows
}

interface TableFault {
  /** Such as `rows.3.when.release.state`. */
  path: string
  message: string
  /** The pattern could take too long. */
  isRefused?: boolean
}

/** Everything wrong with a table; empty if it is valid. */
export function checkTable(table: DecisionTable): TableFault[] {
  const names = new Set(table.inputs)
  const ids = new Set<string>()
  const faults: TableFault[] = []
  table.rows.forEach((row, place) => {
    const path = `rows.${place}`
    if (ids.has(row.id)) faults.push({ path: `${path}.id`, message: `${row.id} is used twice` })
    ids.add(row.id)
    for (const [name, cell] of Object.entries(row.when)) {
      if (!names.has(name)) faults.push({ path: `${path}.when.${name}`, message: `${name} is not among the inputs` })
      const fault = faultIn(cell)
      if (fault) faults.push({ path: `${path}.when.${name}`, ...fault })
    }
    for (const [name, cell] of Object.entries(row.then)) {
      const input = inputOf(cell)
      if (input !== undefined && !names.has(input))
        faults.push({ path: `${path}.then.${name}`, message: `${input} is not among the inputs` })
    }
  })
  const last = table.rows.at(-1)
  if (!last || Object.keys(last.when).length > 0)
    faults.push({
      path: `rows.${Math.max(table.rows.length - 1, 0)}.when`,
      message: 'the last row must have no conditions: {}',
    })
  return faults
}

function faultIn(cell: Cell): ReturnType<typeof faultOf> | undefined {
  try {
    testOf(cell)
    return undefined
  } catch (error) {
    return faultOf(error)
  }
}
