// Names one slip of the finger away: a letter too many, too few, another or two in the wrong order. Asked for as equal
// names, so that an index answers; a list of all names would have to be read otherwise. Pure.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_/-.'
const SHORTEST = 3
const LONGEST = 60

/** In lower case, without the name itself; none for a name that is so short that everything is near it. */
export function neighboursOf(name: string): string[] {
  const text = name.toLowerCase()
  if (text.length < SHORTEST || text.length > LONGEST) return []
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
