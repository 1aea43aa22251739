// What waits in rows and is taken with a lease. Each room names its own, so that all of them can be listed and tried.

export interface LeasedTable {
  /** What a person calls it. */
  name: string
  /** Where the lease ends: schema, table and column. */
  until: string
  /** How long the work of a process that died stays untouched. */
  seconds: number
}
