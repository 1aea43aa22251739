// The statements of one workspace inside a worker: Oxigraph's store, and how lines were spelled where it forgets that.
import { bindings, lineOf, partsOf, tokenOf } from './lines.ts'
import type { Wear } from './messages.ts'
import { arePlain, isAwkward } from './plain-lines.ts'
import { respelled } from './spelling.ts'
import { type Instance, keepRoom, namedNode, openInstance, parse, Store } from './wasm.ts'

export interface Cell {
  store: InstanceType<typeof Store>
  /** What the store prints → the lines that stand for it, where they are not just that line. */
  spellings: Map<string, Set<string>>
  wear: Wear
  /** Of each subject. */
  dead: Map<string, number>
  /** Where the store stands alone in a memory; else it shares one with the others of its thread. */
  own?: Instance
}

/** The bulk loader takes 128 MB for its work, however small it is. */
const BULK_FROM = 5_000
const NQUADS = 'application/n-quads'

export const newCell = (store = new Store(), spellings: Cell['spellings'] = new Map()): Cell => ({
  store,
  spellings,
  wear: { dead: 0, worst: 0 },
  dead: new Map(),
})

export function newCellAlone(): Cell {
  const own = openInstance()
  return { ...newCell(new own.Store()), own }
}

/** The store that stands there in a memory which was read from an image. */
export function cellAt(own: Instance, address: number, spellings: Cell['spellings']): Cell {
  // Made without its constructor, as wasm-bindgen wraps what Rust hands out.
  const store: Cell['store'] = Object.assign(Object.create(own.Store.prototype), { __wbg_ptr: address })
  return { ...newCell(store, spellings), own }
}

export const storeAddress = ({ store }: Cell): number => (store as unknown as { __wbg_ptr: number }).__wbg_ptr

/** A memory of its own goes as a whole, with what refers to it. */
export function freeCell({ store, own }: Cell): void {
  if (!own) store.free()
}

interface Adding {
  /** Faster for many lines, and leaves a half when it fails. */
  bulk?: boolean
  /** Lines of the source: their terms were checked before they were stored. */
  checked?: boolean
}

/** Adds lines; those that are there already change nothing. */
export function addLines(cell: Cell, lines: readonly string[], { bulk = false, checked = false }: Adding = {}): void {
  if (lines.length === 0) return
  noteSpellings(cell, lines)
  const { plain, awkward } = sort(lines)
  const no_transaction = bulk && plain.length > BULK_FROM
  if (plain.length > 0) load(cell, plain.join('\n'), { no_transaction, lenient: checked })
  for (const quad of parseLines(awkward)) cell.store.add(quad)
}

/** The same for many lines as bytes with their line ends: they go as they are, where the store keeps them exactly so. */
export function addBytes(cell: Cell, lines: Uint8Array): void {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString()
  if (cell.spellings.size === 0 && arePlain(text)) load(cell, lines, { lenient: true })
  else addLines(cell, text.trimEnd().split('\n'), { checked: true })
}

/** Adds lines as bytes, which must be plain (plain-lines.ts) and not there yet; into an empty store they go fastest. */
export const addPlain = (cell: Cell, lines: Uint8Array): void =>
  load(cell, lines, { no_transaction: true, lenient: true })

function load(
  { store, own }: Cell,
  lines: string | Uint8Array,
  options: { no_transaction?: boolean; lenient: boolean },
) {
  if (own) own.keepRoom()
  else keepRoom()
  store.load(lines, { format: NQUADS, ...options })
}

/** Removes lines; those that are not there change nothing. */
export function removeLines(cell: Cell, lines: readonly string[]): void {
  if (lines.length === 0) return
  const gone = dropSpellings(cell, lines)
  noteDead(cell, gone)
  const { plain, awkward } = sort(gone)
  for (const some of portions(plain)) cell.store.update(`DELETE DATA {\n${some.map(inGraph).join('\n')}\n}`)
  for (const quad of parseLines(awkward)) cell.store.delete(quad)
}

/** Those of the lines that are there, spelled exactly so. */
export function present(cell: Cell, lines: readonly string[]): Set<string> {
  const other = respelled(lines)
  const held = printedPresent(cell, [...new Set(lines.map((line) => other.get(line) ?? line))])
  return new Set(
    lines.filter((line) => {
      const printed = other.get(line) ?? line
      return held.has(printed) && (cell.spellings.get(printed)?.has(line) ?? printed === line)
    }),
  )
}

/** Whether the store has a line that it would print so. */
export const isThere = (cell: Cell, printed: string): boolean => printedPresent(cell, [printed]).size > 0

/** The lines that stand for a line that the store printed. */
export const spelledAs = (cell: Cell, printed: string): Iterable<string> => cell.spellings.get(printed) ?? [printed]

/** All lines of a graph as the store prints them. */
export function linesOfGraph(cell: Cell, graph: string): string[] {
  const options = { default_graph: [namedNode(graph)], named_graphs: [], results_format: 'json' }
  return bindings(cell.store.query('SELECT ?subject ?predicate ?object { ?subject ?predicate ?object }', options)).map(
    ({ subject, predicate, object }) =>
      lineOf({
        subject: tokenOf(subject!),
        predicate: tokenOf(predicate!),
        object: tokenOf(object!),
        graph: `<${graph}>`,
      }),
  )
}

function noteDead({ wear, dead }: Cell, lines: readonly string[]): void {
  wear.dead += lines.length
  for (const line of lines) {
    const subject = line.slice(0, line.indexOf(' '))
    const count = (dead.get(subject) ?? 0) + 1
    dead.set(subject, count)
    if (count > wear.worst) wear.worst = count
  }
}

function noteSpellings(cell: Cell, lines: readonly string[]): void {
  const other = respelled(lines)
  const fresh = [...new Set(other.values())].filter((printed) => !cell.spellings.has(printed))
  const held = printedPresent(cell, fresh)
  for (const printed of fresh) cell.spellings.set(printed, new Set(held.has(printed) ? [printed] : []))
  if (cell.spellings.size === 0) return
  for (const line of lines) cell.spellings.get(other.get(line) ?? line)?.add(line)
}

/** Forgets the lines and says what the store must drop: what no other line stands for. */
function dropSpellings(cell: Cell, lines: readonly string[]): string[] {
  const other = respelled(lines)
  return lines.flatMap((line) => {
    const printed = other.get(line) ?? line
    const spellings = cell.spellings.get(printed)
    if (!spellings) return printed === line ? [line] : []
    if (!spellings.delete(line)) return []
    if (spellings.size === 1 && spellings.has(printed)) cell.spellings.delete(printed)
    if (spellings.size > 0) return []
    cell.spellings.delete(printed)
    return [printed]
  })
}

/** Below this, looking a line up by itself is cheaper than a query for all. */
const FEW = 100

function printedPresent(cell: Cell, lines: readonly string[]): Set<string> {
  const { plain, awkward } = sort(lines)
  const found = new Set<string>()
  const single = plain.length < FEW ? [...plain, ...awkward] : awkward
  for (const [index, quad] of parseLines(single).entries()) if (cell.store.has(quad)) found.add(single[index]!)
  if (plain.length < FEW) return found
  for (const some of portions(plain)) for (const line of presentByQuery(cell, some)) found.add(line)
  return found
}

function presentByQuery(cell: Cell, lines: readonly string[]): string[] {
  const parts = lines.map(partsOf)
  const rows = parts.map((line, index) => `("${index}" ${line.subject} ${line.predicate} ${line.object} ${line.graph})`)
  const graphs = [...new Set(parts.map(({ graph }) => graph.slice(1, -1)))].map((graph) => namedNode(graph))
  const query = `SELECT ?i { VALUES (?i ?s ?p ?o ?g) {\n${rows.join('\n')}\n} GRAPH ?g { ?s ?p ?o } }`
  const options = { default_graph: [], named_graphs: graphs, results_format: 'json' }
  return bindings(cell.store.query(query, options)).map(({ i }) => lines[Number(i!.value)]!)
}

function sort(lines: readonly string[]): { plain: string[]; awkward: string[] } {
  const plain: string[] = []
  const awkward: string[] = []
  for (const line of lines) (isAwkward(line) ? awkward : plain).push(line)
  return { plain, awkward }
}

const parseLines = (lines: readonly string[]) => (lines.length > 0 ? parse(lines.join('\n'), { format: NQUADS }) : [])

function inGraph(line: string): string {
  const { subject, predicate, object, graph } = partsOf(line)
  return `GRAPH ${graph} { ${subject} ${predicate} ${object} }`
}

const AT_ONCE = 5_000
function* portions(lines: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < lines.length; from += AT_ONCE) yield lines.slice(from, from + AT_ONCE)
}
