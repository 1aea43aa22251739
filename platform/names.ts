// Lookup by names from outside: `constructor`, `toString` and `__proto__` are ordinary names there, although every
// JavaScript object inherits them. Pure.

/** The table's own value for the name. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The sum of each name, in order of first appearance. */
export function sumByName(counts: Iterable<readonly [name: string, count: number]>): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count)
  return Object.fromEntries(sums)
}
