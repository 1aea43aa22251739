// Reduces a plan to a number of packages that people can review: the most important entries stay alone, and the rest
// are grouped by action, kind of finding and component. Pure.

/** The maximum number of packages in a plan. */
export const MAX_PACKAGES = 60

export interface Foldable {
  key: string
  /** The groups it may be folded into, from narrow to wide; entries with equal names are folded together. */
  families: readonly string[]
  /** Heavier entries stay alone longer. */
  weight: number
}

/** `fold` merges several entries, which share their families from `level` on. */
export function foldTo<T extends Foldable>(
  all: readonly T[],
  most: number,
  fold: (members: readonly T[], family: string, level: number) => T,
): T[] {
  let left = [...all]
  const levels = all.reduce((deepest, { families }) => Math.max(deepest, families.length), 0)
  for (let level = 0; level < levels && left.length > most; level++) {
    const familyOf = ({ families }: T): string => families[level] ?? families.at(-1) ?? ''
    const ranked = left.toSorted((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
    const alone = ranked.slice(0, roomFor(ranked.map(familyOf), most))
    const groups = Map.groupBy(ranked.slice(alone.length), familyOf)
    left = [
      ...alone,
      ...[...groups].map(([family, members]) => (members.length === 1 ? members[0]! : fold(members, family, level))),
    ]
  }
  return left
}

/** How many of the first entries can stay alone if all others are folded by family. */
function roomFor(families: readonly string[], most: number): number {
  const folded = new Set<string>()
  let alone = families.length
  while (alone > 0 && alone + folded.size > most) folded.add(families[--alone]!)
  return alone
}
