// The order in which the rows of a tenant can be deleted: a table before those that it references.

export interface Reference {
  from: string
  to: string
}

/** Cyclic tables come last, in the given order; the database then reports the violated constraint. */
export function purgeOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  const left = new Set(tables)
  for (;;) {
    const free = [...left].filter(
      (table) => !references.some(({ from, to }) => to === table && from !== table && left.has(from)),
    )
    if (free.length === 0) return [...ordered, ...left]
    for (const table of free) left.delete(table)
    ordered.push(...free)
  }
}
