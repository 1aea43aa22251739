// Sets of code points as sorted, disjoint ranges: first, last, first, last, … Pure.

export type CodeSet = readonly number[]

const LAST = 0x10ffff
export const NOTHING: CodeSet = []

export function union(...sets: readonly CodeSet[]): CodeSet {
  const pairs: [number, number][] = []
  for (const set of sets) for (let at = 0; at < set.length; at += 2) pairs.push([set[at]!, set[at + 1]!])
  pairs.sort(([a], [b]) => a - b)
  const all: number[] = []
  for (const [first, last] of pairs) {
    const end = all.at(-1)
    if (end === undefined || first > end + 1) all.push(first, last)
    else if (last > end) all[all.length - 1] = last
  }
  return all
}

export function without(set: CodeSet): CodeSet {
  const others: number[] = []
  let next = 0
  for (let at = 0; at < set.length; at += 2) {
    if (set[at]! > next) others.push(next, set[at]! - 1)
    next = set[at + 1]! + 1
  }
  if (next <= LAST) others.push(next, LAST)
  return others
}

/** The code points of the first set that are not in the other. */
export const minus = (set: CodeSet, other: CodeSet): CodeSet => without(union(without(set), other))

export const single = (code: number): CodeSet => [code, code]

export const setOf = (characters: string): CodeSet =>
  union(...[...characters].map((character) => single(character.codePointAt(0)!)))

/** Adds the other cases of each character, by Unicode's simple case folding. */
export function inAnyCase(set: CodeSet): CodeSet {
  const isAscii = set.length > 0 && set.at(-1)! < 0x80
  if (!isAscii) ofAll ??= caseGroups()
  const more = (isAscii ? OF_ASCII : ofAll!).filter((group) => group.some((code) => contains(set, code)))
  return more.length === 0 ? set : union(set, ...more.flat().map(single))
}

/** Including the Kelvin sign and the long s. */
const OF_ASCII: readonly (readonly number[])[] = Array.from({ length: 26 }, (_, place) => [
  ...[0x41 + place, 0x61 + place],
  ...(place === 10 ? [0x212a] : place === 18 ? [0x17f] : []),
])
let ofAll: readonly (readonly number[])[] | undefined

/** CaseFolding.txt maps these to one; in JavaScript both have the same three-character uppercase form. */
const SAME = [
  [0x390, 0x1fd3],
  [0x3b0, 0x1fe3],
  [0xfb05, 0xfb06],
] as const
/** No character above this code point has a case. */
const LAST_CASED = 0x1ffff
/** The dotless i is a case variant of I in Turkish only. */
const DOTLESS_I = 0x131

function caseGroups(): number[][] {
  const groups = new Map<number, Set<number>>()
  const join = (code: number, other: number) => {
    const group = new Set([...(groups.get(code) ?? [code]), ...(groups.get(other) ?? [other])])
    for (const one of group) groups.set(one, group)
  }
  for (let code = 0; code <= LAST_CASED; code++) {
    const letter = String.fromCodePoint(code)
    for (const other of [letter.toLowerCase(), letter.toUpperCase()]) {
      const [only, more] = [other.codePointAt(0)!, other.length > (other.codePointAt(0)! > 0xffff ? 2 : 1)]
      if (only !== code && !more && code !== DOTLESS_I) join(code, only)
    }
  }
  for (const [one, other] of SAME) join(one, other)
  return [...new Set(groups.values())].map((group) => [...group])
}

function contains(set: CodeSet, code: number): boolean {
  let [low, high] = [0, set.length / 2]
  while (low < high) {
    const middle = (low + high) >> 1
    if (code > set[2 * middle + 1]!) low = middle + 1
    else if (code < set[2 * middle]!) high = middle
    else return true
  }
  return false
}
