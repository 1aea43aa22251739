// Names that differ by one typo: a character added, missing or changed, or two swapped. The variants are
// looked up as exact names, so that an index can be used instead of reading all names. Pure.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_/-.'
const SHORTEST = 3
const MAX_LENGTH = 60

/** In lower case, without the name itself; none for a name so short that everything is similar. */
export function neighborsOf(name: string): string[] {
  const text = name.toLowerCase()
  if (text.length < SHORTEST || text.length > MAX_LENGTH) return []
  const near = new Set<string>()
  for (let at = 0; at <= text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at)]
    for (const letter of LETTERS) {
      near.add(before + letter + after)
      if (after) near.add(before + letter + after.slice(1))
    }
    if (after) near.add(before + after.slice(1))
    if (after.length > 1) near.add(before + after[1] + after[0] + after.slice(2))
  }
  near.delete(text)
  return [...near]
}
