// Facts as bulk insert parameters: one array literal per column, built in the reader thread to spare the event loop.
import { textArray } from '@veritrace/platform/db/text-array'
import type { FactRow } from '../model/tables.ts'

type Fact = Omit<FactRow, 'entry_id' | 'role'> & { successors: readonly { type: string; key: string }[] }

export interface Columns {
  facts: number
  edges: number
  /** In the order of FACT_COLUMNS; each is the text form of a PostgreSQL text[]. */
  factColumns: string[]
  edgeColumns: string[]
}

export const FACT_COLUMNS = [
  ...(['type', 'key', 'state', 'successor_kind', 'concept', 'container_type', 'container_name'] as const),
  ...(['software_component', 'component', 'pointer', 'labels', 'attributes'] as const),
] as const
export const EDGE_COLUMNS = ['type', 'key', 'place', 'successor_type', 'successor_key'] as const

export function columnsOf(facts: readonly Fact[]): Columns {
  const edges = facts.flatMap(({ type, key, successors }) =>
    successors.map((to, place) => ({
      type,
      key,
      place: String(place),
      successor_type: to.type,
      successor_key: to.key,
    })),
  )
  return {
    facts: facts.length,
    edges: edges.length,
    factColumns: FACT_COLUMNS.map((column) => textArray(facts.map((fact) => written(fact, column)))),
    edgeColumns: EDGE_COLUMNS.map((column) => textArray(edges.map((edge) => edge[column]))),
  }
}

function written(fact: Fact, column: (typeof FACT_COLUMNS)[number]): string | null {
  if (column === 'labels') return textArray(fact.labels)
  if (column === 'attributes') return fact.attributes && JSON.stringify(fact.attributes)
  return fact[column]
}
