// Postal addresses over several lines: street, town, country.
import { placesAt } from '../language/places.ts'

const LONGEST = 60
const MOST_LINES = 4
/** "1 Quay Street", "Musterstr. 1", "P.O. Box 12". */
const STREET = /^[\p{L}\p{N}][\p{L}\p{N} .,'/#-]*$/u
/** A post code with its town, in either order. */
const TOWN =
  /^(?:[A-Z]{1,3}-)?\d{4,6}(?:\s?[A-Z]{2})?,?\s+\p{Lu}|^\p{Lu}[\p{L} .'-]+,?\s+(?:[A-Z]{2},?\s+)?\d{4,5}\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b/u

/** Joins the lines of an address and leaves other lines unchanged. */
export function joinedAddresses(lines: readonly string[], isLabel: (line: string) => boolean): string[] {
  const joined: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const end = isStreet(line) && !isLabel(line) ? endOfAddress(lines, at, isLabel) : at + 1
    joined.push(lines.slice(at, end).join(', '))
    at = end - 1
  }
  return joined
}

/** A street, perhaps a building, then a town or place. */
function endOfAddress(lines: readonly string[], from: number, isLabel: (line: string) => boolean): number {
  let end = from + 1
  for (let at = from + 1; at < Math.min(lines.length, from + MOST_LINES); at++) {
    const line = lines[at] as string
    if (isLabel(line)) break
    if (isTown(line)) end = at + 1
    else if (end > from + 1 || !isStreet(line)) break
  }
  return end
}

const isStreet = (line: string): boolean =>
  line.length < LONGEST && /\d/.test(line) && /\p{Lu}/u.test(line) && STREET.test(line)

const isTown = (line: string): boolean =>
  line.length < LONGEST &&
  (TOWN.test(line) || placesAt(line)[0]?.start === 0 || /^\p{Lu}[\p{L} .'-]+ \d{1,2}$/u.test(line))
