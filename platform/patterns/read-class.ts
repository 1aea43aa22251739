// Reads character sets in a pattern: [a-z-[aeiou]], \d, \p{Lu}, and escaped characters.
import { allBut, anyOf, type Characters, charactersOf, less } from './characters.ts'
import { classOf, propertyOf } from './dialects.ts'
import { peek, type Reader, take } from './reader.ts'
import { type CodeSet, inAnyCase, single } from './sets.ts'
import { invalid, refuse } from './tree.ts'

const MOST_NESTED = 50

/** Called after the opening bracket. */
export function readClass(reader: Reader, depth = 0): Characters {
  if (depth > MOST_NESTED) refuse(`Its classes are nested deeper than ${MOST_NESTED}.`)
  const isNegated = take(reader, '^')
  const parts: Characters[] = []
  let taken: Characters | undefined
  while (!take(reader, ']')) {
    if (peek(reader) === undefined) invalid('A [ is not closed.')
    if (reader.dialect.hasSubtraction && startsSubtraction(reader)) {
      reader.at += 2
      taken = readClass(reader, depth + 1)
      if (peek(reader) !== ']') invalid('A subtraction -[ must be at the end of its class.')
    } else parts.push(readMember(reader))
  }
  if (parts.length === 0 && reader.dialect.hasSubtraction) invalid('A class [] is empty.')
  const all = anyOf(...parts)
  const kept = isNegated ? allBut(all) : all
  return taken ? less(kept, taken) : kept
}

const startsSubtraction = ({ characters, at }: Reader): boolean => characters[at] === '-' && characters[at + 1] === '['

function readMember(reader: Reader): Characters {
  const { characters, isCaseless, dialect } = reader
  const first = readOne(reader)
  if (typeof first !== 'number') return first
  const end = characters[reader.at + 1]
  const isRange = peek(reader) === '-' && end !== undefined && end !== ']' && !(dialect.hasSubtraction && end === '[')
  if (!isRange) return cased(isCaseless, single(first))
  const hyphen = reader.at
  reader.at++
  const last = readOne(reader)
  if (typeof last !== 'number') {
    // In [+-\d] the hyphen is literal.
    reader.at = hyphen
    return cased(isCaseless, single(first))
  }
  if (last < first) invalid('A range of characters ends before it begins.')
  return cased(isCaseless, [first, last])
}

/** Only characters have a case; \p{Lu} means capitals whatever the flags. */
const cased = (isCaseless: boolean, set: CodeSet): Characters => charactersOf(isCaseless ? inAnyCase(set) : set)

function readOne(reader: Reader): number | Characters {
  const character = peek(reader)!
  reader.at++
  if (character !== '\\') return character.codePointAt(0)!
  const letter = peek(reader)
  if (letter === 'b') {
    reader.at++
    return 8
  }
  if (letter !== undefined && /[1-9]/.test(letter)) invalid(`\\${letter} has no meaning in a class.`)
  return readEscape(reader)
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }

/** Called after the backslash: reads a character, or a set. */
export function readEscape(reader: Reader): number | Characters {
  const letter = peek(reader) ?? invalid('It ends with a \\.')
  reader.at++
  const set = classOf(reader.dialect, letter)
  if (set) return set
  if (letter === 'p' || letter === 'P') {
    const members = readProperty(reader)
    return letter === 'p' ? members : allBut(members)
  }
  if (letter === 'u' || letter === 'x') return readHex(reader, letter)
  if (letter === 'c') return readControl(reader)
  if (Object.hasOwn(CONTROLS, letter)) return CONTROLS[letter]!.codePointAt(0)!
  if (/[A-Za-z0-9]/.test(letter)) return invalid(`\\${letter} has no meaning.`)
  return letter.codePointAt(0)!
}

function readProperty(reader: Reader): Characters {
  const text = reader.characters.slice(reader.at, reader.at + 100).join('')
  const found = /^\{([^{}]*)\}/.exec(text) ?? invalid('\\p needs a property in braces.')
  reader.at += [...found[0]].length
  return propertyOf(found[1]!)
}

const HEX = { u: /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))/, x: /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{2}))/ }

function readHex(reader: Reader, letter: 'u' | 'x'): number {
  const text = reader.characters.slice(reader.at, reader.at + 12).join('')
  const found = HEX[letter].exec(text) ?? invalid(`\\${letter} needs the number of a character.`)
  const code = Number.parseInt(found[1] ?? found[2]!, 16)
  if (code > 0x10ffff) invalid(`There is no character ${found[0]}.`)
  reader.at += found[0].length
  const low = /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(text.slice(found[0].length))
  if (code < 0xd800 || code > 0xdbff || !low) return code
  // A surrogate pair.
  reader.at += low[0].length
  return 0x10000 + ((code - 0xd800) << 10) + (Number.parseInt(low[1]!, 16) - 0xdc00)
}

function readControl(reader: Reader): number {
  const letter = peek(reader)
  if (letter === undefined || !/[A-Za-z]/.test(letter)) return invalid('\\c needs a letter.')
  reader.at++
  return letter.codePointAt(0)! % 32
}
