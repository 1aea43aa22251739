// A table whose rows are taken under a lease. Each room declares its own, so that the tests can list and try all of them.

export interface LeasedTable {
  /** For people. */
  name: string
  /** The column that says when the lease ends: schema, table, column. */
  until: string
  /** How long the work of a dead process stays locked. */
  seconds: number
}
