// Tables by names that come from outside: `constructor`, `toString` and `__proto__` are names like others there, though
// every JavaScript object has them. Pure.

/** What the table itself says under the name. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The sum of each name, in the order in which the names come first. */
export function sumByName(counts: Iterable<readonly [name: string, count: number]>): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count)
  return Object.fromEntries(sums)
}
