// The named graphs of lists. Pure.
import type { ReadList } from '../rating/lists.ts'

/** Returns the name of the graph for a version of a list. */
export function contextNames(lists: readonly ReadList[]): (entry: string) => string {
  const names = new Map(lists.map(({ list, entry }) => [entry.id, `catalog.${list}`]))
  return (entry) => names.get(entry)!
}
