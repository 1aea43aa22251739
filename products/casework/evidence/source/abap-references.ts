// References of ABAP statements, by how they are used. Works on tokens, so that a statement which no parser understood is
// read the same way; what a parser said about it only settles what the words leave open.
import type { Access } from '../../estate/estate.ts'
import type { Named } from '../../model/artifacts.ts'
import { readWithin } from './abap-within.ts'
import { addDynamic } from './extraction.ts'
import { classOrInterface, sourceOfRows } from './names.ts'
import { type At, note, type Reading } from './reading.ts'
import type { Statement } from './statements.ts'

const LITERAL = /^['`](.+)['`]$/
const literalOf = (word: string | undefined): string | undefined => LITERAL.exec(word ?? '')?.[1]?.trim()

export function readReferences(reading: Reading, statement: Statement): void {
  const at: At = { ...reading, statement, words: statement.tokens.map(({ upper }) => upper) }
  const [first, second] = at.words
  if (first === 'CALL') readCall(at)
  else if (first === 'SUBMIT') nameOrDynamic(at, 1, (name) => ({ type: 'PROG', name }), 'call')
  else if (first === 'PERFORM') readPerform(at)
  else if (first === 'CLASS') readClass(at)
  else if (first === 'INTERFACES') note(at, { type: 'INTF', name: second ?? '' }, 'implement', 1)
  else if (first === 'TABLES') note(at, { type: 'TABL', name: second ?? '' }, 'type', 1)
  else if (first === 'INCLUDE') readInclude(at)
  else if (first === 'AUTHORITY') readAuthority(at)
  else if (first === 'CREATE' && at.words.includes('TYPE')) readCreate(at)
  else if (first === 'INSERT' || first === 'UPDATE' || first === 'MODIFY' || first === 'DELETE') readChange(at)
  if (at.words.includes('SELECT') || first === 'OPEN') readSelects(at)
  if (second === 'ENTITIES' || second === 'ENTITY') readEntities(at)
  readWithin(at)
}

/** `x`, `(x)` that is known only at run time, or `('X')`. */
function nameOrDynamic(at: At, place: number, named: (name: string) => Named, access: Access): void {
  const word = at.words[place]
  if (word !== '(') {
    if (word) note(at, named(word), access, place)
    return
  }
  const literal = literalOf(at.words[place + 1])
  if (literal) note(at, named(literal.toUpperCase()), 'dynamic', place + 1)
  addDynamic(at.found, at.rows, at.statement.tokens[place]!)
}

function readCall(at: At): void {
  const [, what, target] = at.words
  if (what === 'FUNCTION') {
    const name = literalOf(target)
    if (name) note(at, { type: 'FUNC', name: name.toUpperCase() }, 'call', 2)
    else addDynamic(at.found, at.rows, at.statement.tokens[1]!)
  } else if (what === 'TRANSACTION') {
    const name = literalOf(target)
    if (name) note(at, { type: 'TRAN', name: name.toUpperCase() }, 'call', 2)
    else addDynamic(at.found, at.rows, at.statement.tokens[1]!)
  } else if (what === 'METHOD' && target === '(') addDynamic(at.found, at.rows, at.statement.tokens[1]!)
  else if (what === 'BADI' && target) {
    const badi = at.declared.classes.get(target)
    if (badi) note(at, { type: 'BADI_DEF', name: badi }, 'call', 2)
  }
}

function readPerform(at: At): void {
  if (at.words[1] === '(') addDynamic(at.found, at.rows, at.statement.tokens[0]!)
  const place = at.words.indexOf('PROGRAM')
  if (place > 0 && at.words[place - 1] === 'IN')
    nameOrDynamic(at, place + 1, (name) => ({ type: 'PROG', name }), 'call')
  // PERFORM form(program)
  else if (at.words[2] === '(' && at.words[4] === ')') note(at, { type: 'PROG', name: at.words[3] ?? '' }, 'call', 3)
}

function readClass(at: At): void {
  const place = at.words.indexOf('INHERITING')
  if (place > 0 && at.words[place + 1] === 'FROM')
    note(at, { type: 'CLAS', name: at.words[place + 2] ?? '' }, 'inherit', place + 2)
}

function readInclude(at: At): void {
  const [, second, third] = at.words
  if (second === 'STRUCTURE' || second === 'TYPE') note(at, { type: 'TABL', name: third ?? '' }, 'type', 2)
  else note(at, { type: 'PROG', name: second ?? '' }, 'use', 1)
}

function readAuthority(at: At): void {
  const place = at.words.indexOf('OBJECT')
  const name = literalOf(at.words[place + 1])
  if (place > 0 && name) note(at, { type: 'SUSO', name: name.toUpperCase() }, 'use', place + 1)
}

function readCreate(at: At): void {
  const place = at.words.indexOf('TYPE')
  if (at.words[place + 1] === '(') addDynamic(at.found, at.rows, at.statement.tokens[place]!)
  else if (at.words[1] === 'OBJECT') note(at, classOrInterface(at.words[place + 1] ?? ''), 'call', place + 1)
}

const NOT_TABLES = new Set(
  'TABLE INTO LINES INITIAL REPORT TEXTPOOL SCREEN LINE CURRENT ADJACENT DATASET FROM ENTITIES ENTITY DYNPRO SET'.split(
    ' ',
  ),
)

/** The same words change tables of the database and tables in memory. */
function readChange(at: At): void {
  const { words, statement, declared } = at
  const [verb, second] = words
  if (
    statement.kind.endsWith('Internal') ||
    (statement.kind !== '' && statement.kind !== 'Unknown' && !/Database/.test(statement.kind))
  )
    return
  const place = (verb === 'INSERT' && second === 'INTO') || (verb === 'DELETE' && second === 'FROM') ? 2 : 1
  const name = words[place]
  if (!name || NOT_TABLES.has(name) || words[place + 1] === '-' || name.startsWith('<') || name === '@') return
  if (name === '(') {
    nameOrDynamic(at, place, (table) => ({ type: 'TABL', name: table }), 'write')
    return
  }
  const isPlain = statement.kind === '' || statement.kind === 'Unknown'
  if (isPlain && (declared.variables.has(name) || !looksLikeDatabase(verb!, words, place))) return
  note(at, { type: 'TABL', name }, 'write', place)
}

/** Where no parser has said so: what only the database's forms have. */
function looksLikeDatabase(verb: string, words: readonly string[], place: number): boolean {
  const next = words[place + 1]
  if (/^(?:G|L|M)?[CV]?(?:T|S|R|TT|IT)_|^IT_|^LT_|^GT_|^MT_/.test(words[place]!)) return false
  if (verb === 'UPDATE') return next === 'SET' || next === 'FROM' || next === 'CLIENT' || next === undefined
  if (verb === 'INSERT')
    return place === 2 ? next === 'VALUES' || next === 'CLIENT' : next === 'FROM' || next === undefined
  if (verb === 'DELETE')
    return place === 2 ? next === 'WHERE' || next === undefined || next === 'CLIENT' : next === 'FROM'
  return next === 'FROM' && !words.includes('INDEX') && !words.includes('TRANSPORTING')
}

/** After FROM and JOIN: names of tables and views, wherever in the statement a SELECT stands. */
function readSelects(at: At): void {
  const { words } = at
  const begin = words[0] === 'OPEN' ? 0 : words.indexOf('SELECT')
  for (let place = begin; place < words.length; place++) {
    if (words[place] !== 'FROM' && words[place] !== 'JOIN') continue
    let next = place + 1
    while (words[next] === '(' && words[next + 2] !== ')') next++
    if (words[next] === '@' || words[next] === '+' || words[next] === 'SELECT') continue
    if (words[next]?.startsWith('@')) continue
    nameOrDynamic(at, next, sourceOfRows, 'read')
  }
}

/** READ ENTITIES OF x, MODIFY ENTITIES OF x, MODIFY ENTITY x */
function readEntities(at: At): void {
  const place = at.words.indexOf('OF') > 0 && at.words[1] === 'ENTITIES' ? at.words.indexOf('OF') + 1 : 2
  const access = at.words[0] === 'READ' ? 'read' : 'write'
  note(at, { type: 'BDEF', name: at.words[place] ?? '' }, access, place)
}
