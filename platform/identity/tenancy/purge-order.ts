// In which order the rows of a tenant can go: a table before those that it points at.

export interface Reference {
  from: string
  to: string
}

/** Tables in a circle come last, in the order given: the database says what is wrong with them. */
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
