// An oracle to compare the reader with: finds reads, writes and calls in a source by rules about words. It knows literal forms
// only and leaves out uncertain ones, so each of its facts that the reader lacks is a miss.
import { type Statement, statementsOf, type Word } from './abap-statements.ts'

export type FactKind = 'read' | 'write' | 'function' | 'work area' | 'program' | 'transaction' | 'authorization'

export interface Fact {
  kind: FactKind
  name: string
  /** First and last line of the statement. */
  from: number
  to: number
}

export interface Names {
  /** Names declared as a variable, a parameter or an attribute anywhere in the estate. */
  variables: ReadonlySet<string>
}

const NAME = /^\*?(?:\/\w+\/)?[A-Z_%][\w$%]*$/

export function factsIn(text: string, names: Names): Fact[] {
  const facts: Fact[] = []
  let inMacro = false
  for (const statement of statementsOf(text)) {
    const first = statement.words[0]!
    if (first.isLiteral) continue
    if (first.upper === 'DEFINE') inMacro = true
    else if (first.upper === 'END-OF-DEFINITION') inMacro = false
    // The arguments of a macro are only known at its calls.
    else if (!inMacro) for (const [kind, name] of factsOf(statement, names)) facts.push(factOf(kind, name, statement))
  }
  return facts
}

const factOf = (kind: FactKind, name: string, { from, to }: Statement): Fact => ({
  kind,
  name: name.replace(/^\*/, '').toUpperCase(),
  from,
  to,
})

type Pair = readonly [kind: FactKind, name: string]

function factsOf(statement: Statement, names: Names): Pair[] {
  const { words } = statement
  const upper = words.map((word) => (word.isLiteral ? '' : word.upper))
  const [first, second] = upper
  switch (first) {
    case 'SELECT':
    case 'WITH':
      return sourcesOf(words)
    case 'OPEN':
      return second === 'CURSOR' ? sourcesOf(words) : []
    case 'INSERT':
      return inserted(words, upper)
    case 'UPDATE':
      return second === 'TABLE' ? [] : [...written(words, 1), ...subqueries(words)]
    case 'MODIFY':
    case 'DELETE':
      return [...changed(words, upper, names), ...subqueries(words)]
    case 'EXPORT':
    case 'IMPORT':
      return cluster(words, upper)
    case 'TABLES':
      return words[1] && NAME.test(upper[1]!) ? [['work area', upper[1]!]] : []
    case 'CALL':
      return called(words, upper)
    case 'SUBMIT':
      return second && NAME.test(second) ? [['program', second]] : []
    case 'LEAVE':
      return second === 'TO' && upper[2] === 'TRANSACTION' ? literal('transaction', words[3]) : []
    case 'AUTHORITY-CHECK':
      return literal('authorization', words[upper.indexOf('OBJECT') + 1])
    default:
      return statement.native === undefined ? [] : nativeFacts(statement.native)
  }
}

/** Names after FROM and JOIN, at every depth. */
function sourcesOf(words: readonly Word[]): Pair[] {
  const facts: Pair[] = []
  for (let at = 1; at < words.length; at++) {
    if (words[at]!.isLiteral || !/^(?:FROM|JOIN)$/.test(words[at]!.upper)) continue
    let next = at + 1
    while (words[next]?.text === '(') next++
    // Parentheses around a variable or a literal mean a dynamic name; around a join they only group.
    const isGiven = next > at + 1 && (words[next]?.isLiteral || words[next + 1]?.text === ')')
    if (!isGiven) facts.push(...named('read', words[next]))
    else if (next === at + 2) facts.push(...given('read', words[next]))
  }
  return facts
}

const subqueries = (words: readonly Word[]): Pair[] => {
  const inner = words.findIndex(({ upper, isLiteral }, at) => at > 0 && upper === 'SELECT' && !isLiteral)
  return inner < 0 ? [] : sourcesOf(words.slice(inner))
}

function named(kind: FactKind, word: Word | undefined): Pair[] {
  const name = word && !word.isLiteral ? word.upper.split('\\')[0]! : ''
  return NAME.test(name) ? [[kind, name]] : []
}

/** A single name like `('VBAK')`, not a whole clause. */
const given = (kind: FactKind, word: Word | undefined): Pair[] =>
  word?.isLiteral && NAME.test(word.upper.trim()) ? [[kind, word.upper.trim()]] : []

const written = (words: readonly Word[], at: number): Pair[] =>
  words[at]?.text === '(' && words[at + 2]?.text === ')' ? given('write', words[at + 1]) : named('write', words[at])

/** INSERT INTO vbak VALUES and INSERT vbak FROM; INSERT wa INTO TABLE lt is a different statement. */
function inserted(words: readonly Word[], upper: readonly string[]): Pair[] {
  const reads = subqueries(words)
  if (upper[1] === 'INTO') return [...written(words, 2), ...reads]
  if (/^(?:REPORT|TEXTPOOL|LINES|INITIAL)$/.test(upper[1] ?? '') || upper.includes('INTO')) return []
  const end = words[1]?.text === '(' ? 4 : 2
  return upper[end] === 'FROM' || (upper[end] === 'CLIENT' && upper.includes('FROM'))
    ? [...written(words, 1), ...reads]
    : []
}

const INTERNAL = new Set(['INDEX', 'TRANSPORTING', 'WHERE', 'KEY', 'COMPARING', 'LINE'])

/** DELETE and MODIFY may also mean internal tables. A name that is not declared anywhere is a database table. */
function changed(words: readonly Word[], upper: readonly string[], { variables }: Names): Pair[] {
  const [first, second] = upper
  if (first === 'DELETE' && second === 'FROM')
    return upper[2] === 'DATABASE' ? cluster(words, upper) : upper[2] === 'MEMORY' ? [] : written(words, 2)
  if (
    !second ||
    /^(?:TABLE|ADJACENT|SCREEN|REPORT|TEXTPOOL|DATASET|DYNPRO|ENTITY|ENTITIES|AUGMENTING|LINE|CURRENT)$/.test(second)
  )
    return []
  const isGiven = words[1]?.text === '('
  const rest = upper.slice(isGiven ? 4 : 2)
  if (rest[0] !== 'FROM' && !(rest[0] === 'CLIENT' && rest.includes('FROM'))) return []
  if (isGiven || rest[1] === 'TABLE') return written(words, 1)
  if (rest.some((word) => INTERNAL.has(word)) || variables.has(second)) return []
  // DELETE itab FROM 2.
  return /^[\d-]/.test(rest[1] ?? '') || rest.includes('TO') ? [] : written(words, 1)
}

function cluster(words: readonly Word[], upper: readonly string[]): Pair[] {
  const at = upper.indexOf('DATABASE')
  if (at < 1 || !/^(?:TO|FROM)$/.test(upper[at - 1]!)) return []
  return named(upper[0] === 'IMPORT' ? 'read' : 'write', words[at + 1])
}

function called(words: readonly Word[], upper: readonly string[]): Pair[] {
  if (upper[1] === 'FUNCTION') return literal('function', words[2])
  return upper[1] === 'TRANSACTION' ? literal('transaction', words[2]) : []
}

const CALLED = /^(?:\/\w+\/)?[\w$&%#~-]+$/
const literal = (kind: FactKind, word: Word | undefined): Pair[] =>
  word?.isLiteral && CALLED.test(word.text.trim()) ? [[kind, word.text.trim()]] : []

/** Reads only a plain SELECT, because other native SQL is specific to the database. */
function nativeFacts(text: string): Pair[] {
  if (/\bconnect\b|\bconnection\b/i.test(text) || !/^\s*select\b/i.test(text)) return []
  return [...text.matchAll(/\b(?:from|join)\s+((?:\/\w+\/)?[a-z]\w*)(?=\s|$)/gi)].map(([, name]) => ['read', name!])
}
