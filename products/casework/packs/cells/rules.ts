// The language of the cells in decision tables, compiled once into functions. Pure.
//   cell  = plain value | or
//   or    = and { 'or' and }        and = not { 'and' not }        not = 'not' not | '(' or ')' | test
//   test  = 'exists' | 'missing' | ['='] value | '!=' value | ('<' | '<=' | '>' | '>=') value
//         | ['not'] 'in' '[' value { ',' value } ']' | 'matches' /pattern/ [i]
// A value is one word, or quoted. An input that is a list matches if one of its items does.
import { compilePattern, type Pattern, subjectOf } from '../../model/patterns.ts'

export type Test = (input: unknown) => boolean
type Value = string | number | boolean | null

/** Throws an Error that says what is wrong with the cell. */
export function testOf(cell: Value): Test {
  if (cell === null) return isMissing
  if (typeof cell !== 'string') return equals(cell)
  if (cell.length > 1000) throw new Error('the cell has more than 1000 characters')
  const reader = readTokens(tokensOf(cell))
  const test = parseOr(reader)
  const rest = reader.peek()
  if (rest) throw new Error(`unexpected ${rest.text}; a value of several words needs quotes`)
  return test
}

/** Throws like `testOf`. */
export function patternsIn(cell: Value): Pattern[] {
  const tokens = typeof cell === 'string' ? tokensOf(cell) : []
  return tokens.filter(({ kind }) => kind === 'pattern').map(({ text, flags }) => compilePattern(text, flags))
}

interface Token {
  kind: 'word' | 'quoted' | 'sign' | 'pattern'
  text: string
  flags?: string
}
interface Reader {
  peek(ahead?: number): Token | undefined
  next(): Token
  /** Consumes the next token if it has this text. */
  take(text: string): boolean
}

const TOKEN = /\s*(?:(?<quoted>'[^']*'|"[^"]*")|(?<sign>!=|<=|>=|[=<>[\](),])|(?<word>[^\s'"=<>![\](),]+))/y
const PATTERN = /\s*\/((?:\\.|[^\\/\n])+)\/(i?)(?=[\s)]|$)/y

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (text.slice(at).trim()) {
    const isPattern = tokens.at(-1)?.kind === 'word' && tokens.at(-1)?.text === 'matches'
    const grammar = isPattern ? PATTERN : TOKEN
    grammar.lastIndex = at
    const found = grammar.exec(text)
    if (!found) throw new Error(`cannot read ${text.slice(at).trim().slice(0, 40)}`)
    tokens.push(isPattern ? { kind: 'pattern', text: found[1]!, flags: found[2]! } : tokenOf(found))
    at = grammar.lastIndex
  }
  return tokens
}

function tokenOf({ groups }: RegExpExecArray): Token {
  if (groups?.quoted) return { kind: 'quoted', text: groups.quoted.slice(1, -1) }
  return groups?.sign ? { kind: 'sign', text: groups.sign } : { kind: 'word', text: groups?.word ?? '' }
}

function readTokens(tokens: readonly Token[]): Reader {
  let at = 0
  const peek = (ahead = 0) => tokens[at + ahead]
  const next = () => {
    const token = tokens[at++]
    if (!token) throw new Error('the cell ends too early')
    return token
  }
  const take = (text: string) => {
    const token = peek()
    const fits = token !== undefined && token.kind !== 'quoted' && token.text === text
    if (fits) at += 1
    return fits
  }
  return { peek, next, take }
}

function parseOr(reader: Reader): Test {
  const tests = [parseAnd(reader)]
  while (reader.take('or')) tests.push(parseAnd(reader))
  return tests.length === 1 ? tests[0]! : (input) => tests.some((test) => test(input))
}

function parseAnd(reader: Reader): Test {
  const tests = [parseNot(reader)]
  while (reader.take('and')) tests.push(parseNot(reader))
  return tests.length === 1 ? tests[0]! : (input) => tests.every((test) => test(input))
}

function parseNot(reader: Reader): Test {
  if (reader.take('not')) {
    const test = parseNot(reader)
    return (input) => !test(input)
  }
  if (!reader.take('(')) return parseTest(reader)
  const test = parseOr(reader)
  if (!reader.take(')')) throw new Error('a ) is missing')
  return test
}

function parseTest(reader: Reader): Test {
  if (reader.take('exists')) return (input) => !isMissing(input)
  if (reader.take('missing')) return isMissing
  if (reader.take('in')) return isIn(parseList(reader))
  if (reader.take('matches')) return matches(reader.next())
  if (reader.take('!=')) {
    const test = equals(parseValue(reader))
    return (input) => !test(input)
  }
  for (const sign of ['<', '<=', '>', '>='] as const) if (reader.take(sign)) return compares(sign, parseValue(reader))
  reader.take('=')
  return equals(parseValue(reader))
}

function parseList(reader: Reader): Value[] {
  if (!reader.take('[')) throw new Error('a list begins with [')
  if (reader.take(']')) return []
  const values = [parseValue(reader)]
  while (reader.take(',')) values.push(parseValue(reader))
  if (!reader.take(']')) throw new Error('a ] is missing')
  return values
}

const RESERVED = new Set(['and', 'or', 'not', 'in', 'exists', 'missing', 'matches'])

function parseValue(reader: Reader): Value {
  const { kind, text } = reader.next()
  if (kind === 'quoted') return text
  if (kind !== 'word' || RESERVED.has(text)) throw new Error(`expected a value instead of ${text}`)
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

const isMissing: Test = (input) =>
  input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0)

/** Files give numbers as text, so 3 and '3' are equal. */
const equals = (value: Value): Test => {
  const text = String(value)
  return some((item) => item === value || (item !== undefined && item !== null && String(item) === text))
}

const isIn = (values: readonly Value[]): Test => {
  const texts = new Set(values.map(String))
  return some((item) => item !== undefined && item !== null && texts.has(String(item)))
}

/** Compares numbers by size, and text (including dates) alphabetically. A missing value is neither smaller nor larger. */
function compares(sign: '<' | '<=' | '>' | '>=', value: Value): Test {
  const holds = (order: number) =>
    sign === '<' ? order < 0 : sign === '<=' ? order <= 0 : sign === '>' ? order > 0 : order >= 0
  if (typeof value === 'number') return some((item) => typeof item === 'number' && holds(item - value))
  const text = String(value)
  return some((item) => typeof item === 'string' && item !== '' && holds(item < text ? -1 : item > text ? 1 : 0))
}

function matches({ kind, text, flags }: Token): Test {
  if (kind !== 'pattern') throw new Error('matches needs a /pattern/')
  const pattern = compilePattern(text, flags)
  return some((item) => typeof item === 'string' && pattern.test(subjectOf(item)))
}

const some =
  (test: Test): Test =>
  (input) =>
    Array.isArray(input) ? input.some(test) : test(input)
