// Parses a pattern. It accepts more than either standard if the meaning is unambiguous: needless escapes, literal
// braces, \b and \u0041.
import { charactersOf, EVERYTHING } from './characters.ts'
import type { Dialect } from './dialects.ts'
import { readClass, readEscape } from './read-class.ts'
import { peek, type Reader, take } from './reader.ts'
import { inAnyCase, single, without } from './sets.ts'
import { invalid, type Node, refuse } from './tree.ts'

/** Each level is a nested call. */
const MOST_NESTED = 200

export function readPattern(text: string, flags: string, dialect: Dialect): Node {
  const reader: Reader = {
    characters: [...text],
    at: 0,
    dialect,
    isCaseless: flags.includes('i'),
    isMultiline: flags.includes('m'),
    isDotAll: flags.includes('s'),
    names: new Set(),
  }
  const node = readChoice(reader, 0)
  if (reader.at < reader.characters.length) invalid('A ) has no opening (.')
  return node
}

/** Every character is literal. */
export const readLiteral = (text: string, flags: string): Node => ({
  is: 'sequence',
  parts: [...text].map((character) => characterOf(flags.includes('i'), character.codePointAt(0)!)),
})

const characterOf = (isCaseless: boolean, code: number): Node => ({
  is: 'set',
  set: charactersOf(isCaseless ? inAnyCase(single(code)) : single(code)),
})

function readChoice(reader: Reader, depth: number): Node {
  if (depth > MOST_NESTED) refuse(`Its groups are nested deeper than ${MOST_NESTED}.`)
  const choices = [readSequence(reader, depth)]
  while (take(reader, '|')) choices.push(readSequence(reader, depth))
  return choices.length === 1 ? choices[0]! : { is: 'choice', choices }
}

function readSequence(reader: Reader, depth: number): Node {
  const parts: Node[] = []
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    const part = readPart(reader, depth)
    parts.push(readRepeat(reader, part))
  }
  return parts.length === 1 ? parts[0]! : { is: 'sequence', parts }
}

function readPart(reader: Reader, depth: number): Node {
  const { dialect, isCaseless, isMultiline, isDotAll } = reader
  const next = peek(reader)!
  reader.at++
  if (next === '(') return readGroup(reader, depth)
  if (next === '[') return { is: 'set', set: readClass(reader, depth) }
  if (next === '.') return { is: 'set', set: isDotAll ? EVERYTHING : charactersOf(without(dialect.lineEnds)) }
  if (next === '^') return { is: 'place', place: isMultiline ? 'line start' : 'start' }
  if (next === '$') return { is: 'place', place: isMultiline ? 'line end' : 'end' }
  if (next === '\\') return readEscaped(reader)
  if ('*+?'.includes(next)) invalid(`There is nothing to repeat before ${next}.`)
  if (next === '{' && COUNT.test(reader.characters.slice(reader.at - 1, reader.at + 20).join('')))
    invalid('There is nothing to repeat before {.')
  return characterOf(isCaseless, next.codePointAt(0)!)
}

function readEscaped(reader: Reader): Node {
  const letter = peek(reader)
  if (letter === 'b' || letter === 'B') {
    reader.at++
    return { is: 'place', place: letter === 'b' ? 'word edge' : 'inside or outside a word' }
  }
  if (letter !== undefined && /[1-9]/.test(letter)) refuse(`It has a back-reference \\${letter}.`)
  if (letter === 'k') refuse('It has a back-reference \\k.')
  const read = readEscape(reader)
  return typeof read === 'number' ? characterOf(reader.isCaseless, read) : { is: 'set', set: read }
}

function readGroup(reader: Reader, depth: number): Node {
  const name = readGroupHead(reader)
  const of = readChoice(reader, depth + 1)
  if (!take(reader, ')')) invalid('A ( is not closed.')
  // A group may be repeated whatever it contains.
  return name === undefined ? { is: 'sequence', parts: [of] } : { is: 'named', name, of }
}

/** The name of a named group. */
function readGroupHead(reader: Reader): string | undefined {
  const head = reader.characters.slice(reader.at, reader.at + 100).join('')
  if (!head.startsWith('?')) return undefined
  if (/^\?<?[=!]/.test(head)) refuse('It has a lookahead or lookbehind.')
  if (head.startsWith('?:')) {
    reader.at += 2
    return undefined
  }
  const name = /^\?<([A-Za-z_][A-Za-z0-9_]*)>/.exec(head)?.[1]
  if (name === undefined) return invalid('The characters after (? are unknown; pass flags separately.')
  if (reader.names.has(name)) invalid(`Two groups are named ${name}.`)
  reader.names.add(name)
  reader.at += name.length + 3
  return name
}

const COUNT = /^\{(\d+)(?:(,)(\d*))?\}/

function readRepeat(reader: Reader, of: Node): Node {
  const bounds = readBounds(reader)
  if (!bounds) return of
  if (of.is === 'place') invalid('A position such as ^ or \\b cannot be repeated.')
  const [least, most] = bounds
  if (least > most) invalid(`{${least},${most}} has its bounds reversed.`)
  const isLazy = take(reader, '?')
  const next = peek(reader)
  if (next !== undefined && ('*+?'.includes(next) || readBounds({ ...reader })))
    invalid('Two repetitions follow each other.')
  return { is: 'repeat', of, least, most, isLazy }
}

function readBounds(reader: Reader): [number, number] | undefined {
  if (take(reader, '*')) return [0, Number.POSITIVE_INFINITY]
  if (take(reader, '+')) return [1, Number.POSITIVE_INFINITY]
  if (take(reader, '?')) return [0, 1]
  if (peek(reader) !== '{') return undefined
  // No valid number has this many digits.
  const found = COUNT.exec(reader.characters.slice(reader.at, reader.at + 60).join(''))
  if (!found) return undefined
  const [all, least, comma, most] = found
  reader.at += all.length
  const from = Number(least)
  return [from, comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : from]
}
