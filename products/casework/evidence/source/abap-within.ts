// References that can stand anywhere in an ABAP statement: classes, members, types.
import type { Access } from '../../estate/estate.ts'
import { addDynamic } from './extraction.ts'
import { classOrInterface, dictionaryType, isClassLike, isInterface } from './names.ts'
import { type At, note } from './reading.ts'

const BEFORE_CLASS = new Set(['NEW', 'CAST', 'CATCH', 'RAISING', 'INSTANCE'])
const CONSTRUCTORS = new Set(['VALUE', 'CONV', 'CORRESPONDING', 'EXACT', 'REF', 'REDUCE', 'FILTER'])

/** What can stand anywhere in a statement. */
export function readWithin(at: At): void {
  const { words, declared } = at
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!
    const next = words[place + 1]
    if (next === '=>' && !declared.variables.has(word)) readStatic(at, place)
    else if (word === '=>' || word === '->') readMember(at, place)
    else if ((word === 'TYPE' || word === 'LIKE') && next) readType(at, place)
    else if (BEFORE_CLASS.has(word) && next && next !== '#' && (isClassLike(next) || isInterface(next)))
      readClasses(at, place + 1, word === 'NEW' ? 'call' : 'type')
    else if (word === 'NEW' && next && words[place + 2] === '(')
      note(at, dictionaryType(next, false, false), 'type', place + 1)
    else if (CONSTRUCTORS.has(word) && next && words[place + 2] === '(' && next !== '#' && next !== '(')
      note(at, dictionaryType(next, false, false), 'type', place + 1)
  }
}

/** `RAISING cx_a cx_b` names several. */
function readClasses(at: At, from: number, access: Access): void {
  for (let place = from; isClassLike(at.words[place] ?? '') || isInterface(at.words[place] ?? ''); place++) {
    note(at, classOrInterface(at.words[place]!), access, place)
    if (access === 'call') return
  }
}

function readStatic(at: At, place: number): void {
  const before = at.words[place - 1]
  const isType = before === 'TYPE' || before === 'LIKE' || before === 'OF' || before === 'TO'
  const isCall = at.words[place + 3] === '(' || at.words[0] === 'CALL'
  note(at, classOrInterface(at.words[place]!), isType ? 'type' : isCall ? 'call' : 'use', place)
}

/** `->(name)` and `=>(name)` are known at run time; `var->method` goes to the class that the variable refers to. */
function readMember(at: At, place: number): void {
  const { words, declared } = at
  if (words[place + 1] === '(') {
    addDynamic(at.found, at.rows, at.statement.tokens[place]!)
    return
  }
  const variable = words[place - 1]
  const held = words[place] === '->' && variable ? declared.classes.get(variable) : undefined
  if (held && !declared.badis.has(variable!) && (isClassLike(held) || isInterface(held)))
    note(at, classOrInterface(held), 'call', place - 1)
}

/** TYPE x, TYPE TABLE OF x, TYPE REF TO x, TYPE RANGE OF x, LIKE LINE OF x … */
function readType(at: At, from: number): void {
  const { words, declared } = at
  let place = from + 1
  let isRow = false
  while (
    place < words.length &&
    /^(?:STANDARD|SORTED|HASHED|ANY|INDEX|TABLE|OF|REF|TO|LINE|RANGE|STRUCTURE)$/.test(words[place]!)
  ) {
    if (words[place] === 'TABLE') isRow = true
    place++
  }
  const name = words[place]
  if (!name || words[place + 1] === '=>' || (words[from] === 'LIKE' && declared.variables.has(name))) return
  if (words[0] === 'RAISE' || words[0] === 'CREATE' || words[0] === 'SORT') {
    if (words[0] === 'RAISE') note(at, classOrInterface(name), 'type', place)
    return
  }
  const isRef = words[place - 1] === 'TO'
  const isBadi = isRef && declared.badis.has((words[from - 1] ?? '').replace(/^!/, ''))
  note(at, isBadi ? { type: 'BADI_DEF', name } : dictionaryType(name, words[place + 1] === '-', isRow), 'type', place)
}
