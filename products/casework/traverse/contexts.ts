// The named graphs that lists are projected into. Pure.
import type { ReadList } from '../rating/lists.ts'

/** By the version of a list: the name of its context. */
export function contextNames(lists: readonly ReadList[]): (entry: string) => string {
  const names = new Map(lists.map(({ list, entry }) => [entry.id, `catalog.${list}`]))
  return (entry) => names.get(entry)!
}
