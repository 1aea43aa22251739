// The successors in one list, cached in memory: a list has tens of thousands of things and about a thousand
// successors. Pure.
import type { Named } from '../model/artifacts.ts'
import type { SuccessorRow } from '../model/tables.ts'

/** By name in lower case, in the order of the list. */
export type EntryEdges = ReadonlyMap<string, readonly SuccessorRow[]>

export const indexEdges = (rows: readonly SuccessorRow[]): EntryEdges =>
  Map.groupBy(rows, ({ key }) => key.toLowerCase())

/** Successors of one thing, list by list. Most things have none and share one empty array. */
export function edgesAfter(lists: readonly EntryEdges[], { type, name }: Named): readonly SuccessorRow[] {
  let found: SuccessorRow[] | undefined
  const wanted = name.toLowerCase()
  for (const edges of lists)
    for (const edge of edges.get(wanted) ?? NONE)
      if (edge.type === type && edge.key === name) {
        found ??= []
        found.push(edge)
      }
  return found ?? NONE
}
const NONE: readonly SuccessorRow[] = []

/** These names and all names of their successors, in lower case: several things may have the same name. */
export function namesReached(lists: readonly EntryEdges[], names: Iterable<string>, maxHops: number): string[] {
  const reached = new Set(names)
  let level = [...reached]
  for (let hop = 0; hop < maxHops && level.length > 0; hop++) {
    const next: string[] = []
    for (const name of level)
      for (const edges of lists)
        for (const { successor_key } of edges.get(name) ?? []) {
          const after = successor_key.toLowerCase()
          if (reached.has(after)) continue
          reached.add(after)
          next.push(after)
        }
    level = next
  }
  return [...reached]
}
