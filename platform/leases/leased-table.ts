// A table whose rows are processed under a lease. Each room declares its own, so that the tests can check all of them.

export interface LeasedTable {
  /** Name in test output. */
  name: string
  /** The column with the end of the lease: schema, table, column. */
  until: string
  /** How long the work of a dead process stays locked. */
  seconds: number
}
