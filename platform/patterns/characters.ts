// The set of characters that one position of a pattern matches: ranges and, as long as nothing is subtracted from them,
// names of Unicode properties, which RE2 supports too.
import { RE2JS, RE2JSException } from 're2js'
import { ownValue } from '../names.ts'
import { type CodeSet, minus, NOTHING, union, without } from './sets.ts'

export interface Characters {
  /** True for the complement. */
  isNegated: boolean
  ranges: CodeSet
  /** Such as `Lu`; with a leading ^ the complement of the property. */
  properties: readonly string[]
}

export const charactersOf = (ranges: CodeSet): Characters => ({ isNegated: false, ranges, properties: [] })

export const EVERYTHING: Characters = charactersOf(without(NOTHING))

/** Undefined if the name is not a property. */
export function withProperty(word: string): Characters | undefined {
  const name = ownValue(LONG, word) ?? word.replace(/^(?:General_Category|gc|Script|sc)=/, '')
  return re2For(name) ? { isNegated: false, ranges: [], properties: [name] } : undefined
}

const LONG: Readonly<Record<string, string>> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Other: 'C',
}

export function anyOf(...all: readonly Characters[]): Characters {
  if (all.length === 1) return all[0]!
  if (all.some(({ isNegated }) => isNegated)) return charactersOf(union(...all.map(rangesOf)))
  return {
    isNegated: false,
    ranges: union(...all.map(({ ranges }) => ranges)),
    properties: [...new Set(all.flatMap(({ properties }) => properties))],
  }
}

export function allBut({ isNegated, ranges, properties }: Characters): Characters {
  if (properties.length === 0) return charactersOf(isNegated ? ranges : without(ranges))
  // A single property can be negated without expanding it.
  if (!isNegated && ranges.length === 0 && properties.length === 1)
    return { isNegated, ranges, properties: [inverse(properties[0]!)] }
  return { isNegated: !isNegated, ranges, properties }
}

export const less = (from: Characters, taken: Characters): Characters =>
  charactersOf(minus(rangesOf(from), rangesOf(taken)))

const inverse = (property: string): string => (property.startsWith('^') ? property.slice(1) : `^${property}`)

function rangesOf({ isNegated, ranges, properties }: Characters): CodeSet {
  const members = properties.map((one) => (one.startsWith('^') ? without(membersOf(one.slice(1))) : membersOf(one)))
  const all = union(ranges, ...members)
  return isNegated ? without(all) : all
}

function re2For(property: string): RE2JS | undefined {
  try {
    return RE2JS.compile(`\\p{${property}}`)
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}

const known = new Map<string, CodeSet>()

/** Derived from RE2's own table, by the bounds of its character classes. */
function membersOf(property: string): CodeSet {
  const found = known.get(property)
  if (found) return found
  const re2 = re2For(property)!
  const edges = [...(re2.test('\0') ? [0] : []), ...re2.re2().dfa.classBounds]
  if (edges.length % 2 === 1) edges.push(0x110000)
  const members = edges.map((edge, place) => (place % 2 === 0 ? edge : edge - 1))
  known.set(property, members)
  return members
}
