// The format of the published lists that ship with the product: one line per fact, compressed. Fields are omitted if they
// follow from the previous line or from another field.
import { brotliDecompressSync } from 'node:zlib'
import { readLines } from './csv-rows.ts'
import { type FactRecord, type Found, factOf, type Importer, Unreadable } from './record.ts'

export const PACKED_LIST = 'packed-list'
const FORMAT = 'casework-list 1'
const LARGEST_BYTES = 64 * 1024 * 1024

export const packedList: Importer = { name: PACKED_LIST, version: 1, read, unpack }

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: LARGEST_BYTES })
  } catch {
    throw new Unreadable('The packed list is damaged.')
  }
}

/** Facts in file order; all their pointers must start with `pointers`. */
export function textOfList(facts: readonly FactRecord[], pointers: string): string {
  let before = -1
  const lines = facts.map((fact) => {
    const place = Number(fact.pointer.slice(pointers.length))
    const line = cellsOf(fact, place === before + 1 ? '' : String(place))
    before = place
    return line.join('\t').trimEnd()
  })
  return [`${FORMAT}\t${pointers}\t${facts.length}`, ...lines].join('\n')
}

const MISSING = '-'

const cellsOf = (fact: FactRecord, place: string): string[] => [
  place,
  fact.type,
  fact.key,
  fact.state,
  fact.component,
  fact.software_component,
  omit(fact.container_type, fact.type),
  omit(fact.container_name, fact.key),
  fact.successor_kind,
  fact.concept,
  fact.labels.join(','),
  fact.successors.map(({ type, key }) => `${type}:${key}`).join(','),
  fact.attributes ? JSON.stringify(fact.attributes) : '',
]

const omit = (text: string, usual: string): string => (text === usual ? '' : text || MISSING)
const restore = (text: string, usual: string): string => (text === MISSING ? '' : text || usual)

function* read(pieces: Iterable<string>): Generator<Found> {
  let pointers: string | undefined
  let expected = 0
  let place = -1
  let row = 0
  for (const line of readLines(pieces)) {
    const cells = line.split('\t')
    if (pointers === undefined) {
      if (cells[0] !== FORMAT) throw new Unreadable('The file is not a packed list of this version.')
      pointers = cells[1] ?? ''
      expected = Number(cells[2])
      continue
    }
    place = cells[0] ? Number(cells[0]) : place + 1
    yield readFact(cells, ++row, `${pointers}${place}`)
  }
  if (pointers === undefined || row !== expected)
    throw new Unreadable(`The packed list has ${row} facts and should have ${expected}.`)
}

function readFact(cells: readonly string[], row: number, pointer: string): Found {
  const at = (column: number): string => cells[column] ?? ''
  return factOf(row, {
    type: at(1),
    key: at(2),
    state: at(3),
    component: at(4),
    software_component: at(5),
    container_type: restore(at(6), at(1)),
    container_name: restore(at(7), at(2)),
    successor_kind: at(8),
    concept: at(9),
    labels: at(10) ? at(10).split(',') : [],
    successors: at(11) ? at(11).split(',').map(successorOf) : [],
    attributes: at(12) ? JSON.parse(at(12)) : null,
    pointer,
  })
}

function successorOf(text: string): { type: string; key: string } {
  const colon = text.indexOf(':')
  return { type: text.slice(0, colon), key: text.slice(colon + 1) }
}
