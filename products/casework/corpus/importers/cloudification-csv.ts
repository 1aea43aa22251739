// Release lists of the Cloudification Repository as CSV, one row per successor. Column names repeat, so columns are read by
// position. Dialects differ in the separator and in one extra leading column.

import { ownValue } from '@veritrace/platform/names'
import { cutText } from '@veritrace/platform/text'
import { flagged, RELEASE_STATES } from './cloudification.ts'
import { readLines, readRows } from './csv-rows.ts'
import { listOf, textOf } from './fields.ts'
import { distinct, type FactRecord, type Found, factOf, type Importer, Unreadable } from './record.ts'

export const cloudificationCsv: Importer = { name: 'cloudification-csv', version: 1, read }

const MAIN = [
  ...['tadir_object', 'tadir_obj_name', 'object_type', 'object_key', 'software_component', 'application_component'],
  ...['state', 'successor_classification', 'successor_concept_name'],
]
const SUCCESSOR = ['tadir_object', 'tadir_obj_name', 'object_type', 'object_key']
const HEADER = [...MAIN, ...SUCCESSOR, 'api_catalog']
/** The extra leading column of one dialect. */
const KIND = /^api ?typ/
const SEPARATORS = [';', ',']

interface Dialect {
  separator: string
  /** Number of extra leading columns. */
  before: number
}
/** Up to the state. Empty cells after it may be omitted. */
const MIN_COLUMNS = 7

const KINDS: Readonly<Record<string, string>> = {
  '': '',
  '1': 'oneObject',
  N: 'multipleObjects',
  X: 'concept',
  '0': 'none',
}

function* read(pieces: Iterable<string>): Generator<Found> {
  const { first, all } = peek(pieces)
  const dialect = dialectOf(first)
  // Facts with successors or catalogs wait until the end, because any later row may add more.
  const waiting = new Map<string, Collected>()
  let row = 0
  for (const cells of readRows(all, dialect.separator)) {
    row++
    if (row === 1 || (cells.length === 1 && cells[0] === '')) continue
    const found = readRow(cells.slice(dialect.before), row, cells.length > dialect.before + HEADER.length)
    if (!('fact' in found)) {
      yield found
      continue
    }
    const { type, key, successors, attributes, pointer } = found.fact
    const known = waiting.get(`${type}:${key}`)
    if (known && merge(known, found.fact)) yield { more: row }
    else if (known) yield { doubt: { row, pointer, reason: 'it repeats an earlier row' }, repeated: successors.length }
    else if (successors.length > 0 || attributes?.api_catalogs)
      waiting.set(`${type}:${key}`, { row, fact: found.fact, catalogs: catalogsOf(found.fact) })
    else yield found
  }
  for (const { row: at, fact, catalogs } of waiting.values()) {
    const attributes = catalogs.length > 0 ? { ...fact.attributes, api_catalogs: catalogs } : fact.attributes
    yield factOf(at, { ...fact, attributes })
  }
}

interface Collected {
  row: number
  fact: FactRecord
  catalogs: string[]
}
const catalogsOf = ({ attributes }: FactRecord): string[] => listOf(attributes?.api_catalogs).map(textOf)

/** Returns whether the row adds anything. */
function merge(known: Collected, { successors, ...rest }: FactRecord): boolean {
  const before = known.fact.successors.length + known.catalogs.length
  known.fact.successors = distinct([...known.fact.successors, ...successors])
  known.catalogs = [...new Set([...known.catalogs, ...catalogsOf({ ...rest, successors })])]
  return known.fact.successors.length + known.catalogs.length > before
}

/** Returns the first line without consuming it. */
function peek(pieces: Iterable<string>): { first: string; all: Iterable<string> } {
  const rest = pieces[Symbol.iterator]()
  const begin: string = rest.next().value ?? ''
  const [first = ''] = readLines([begin])
  function* all(): Generator<string> {
    yield begin
    yield* { [Symbol.iterator]: () => rest }
  }
  return { first, all: all() }
}

function dialectOf(line: string): Dialect {
  const separator = SEPARATORS.find((one) => line.split(one).length >= MIN_COLUMNS)
  if (!separator) {
    const other = ['\t', '|'].find((one) => line.split(one).length >= MIN_COLUMNS)
    throw new Unreadable(
      other
        ? `The columns are separated by ${other === '\t' ? 'tabs' : `“${other}”`}; expected “;” or “,”.`
        : 'The first line does not have the expected columns.',
    )
  }
  const names = line.split(separator).map((name) => name.trim().replace(/^"|"$/g, '').toLowerCase())
  const before = KIND.test(names[0]!) ? 1 : 0
  names.slice(before).forEach((name, place) => {
    const expected = HEADER[place]
    if ((place < MAIN.length ? name : plainName(name)) === expected) return
    const twice = names.indexOf(name) < place + before ? ' again' : ''
    throw new Unreadable(
      `Column ${place + before + 1} is “${name}”${twice}; expected ${expected ? `“${expected}”` : 'no more columns'}.`,
    )
  })
  return { separator, before }
}

/** One dialect prefixes successor columns and names the last one differently. */
const plainName = (name: string): string => name.replace(/^successor_/, '').replace(/^object_name$/, 'object_key')

function readRow(cells: readonly string[], row: number, tooLong: boolean): Found {
  const pointer = `/rows/${row}`
  const reject = (reason: string): Found => ({ rejected: { row, pointer, reason } })
  if (cells.length < MIN_COLUMNS) return reject(`it has ${cells.length} columns and needs at least ${MIN_COLUMNS}`)
  if (tooLong) return reject('it has more columns than the first line')
  const at = (place: number): string => cells[place]?.trim() ?? ''
  const code = at(7)
  const kind = ownValue(KINDS, code)
  if (kind === undefined) return reject(`“${cutText(code, 20)}” is not a kind of successor`)
  const state = camelCase(at(6))
  const [type, key] = [at(11), at(12)]
  const catalog = at(13)
  const unknown = flagged(RELEASE_STATES, state)
  return factOf(row, {
    container_type: at(0),
    container_name: at(1),
    type: at(2),
    key: at(3),
    software_component: at(4),
    component: at(5),
    state,
    successor_kind: kind,
    concept: at(8),
    successors: type || key ? [{ type, key }] : [],
    pointer,
    attributes: unknown || catalog ? { ...unknown, ...(catalog && { api_catalogs: [catalog] }) } : null,
  })
}

/** NOT_TO_BE_RELEASED becomes notToBeReleased. */
const camelCase = (words: string): string =>
  words.toLowerCase().replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
