// One workspace inside a worker: Oxigraph's store, and the original spelling of lines that the store does not preserve.
import { bindings, lineOf, partsOf, tokenOf } from './lines.ts'
import type { Wear } from './messages.ts'
import { arePlain, isAwkward } from './plain-lines.ts'
import { respelled } from './spelling.ts'
import { type Instance, keepRoom, namedNode, openInstance, parse, Store } from './wasm.ts'

export interface Shard {
  store: InstanceType<typeof Store>
  /** Line as the store prints it → the lines it represents, if they are not just that line. */
  spellings: Map<string, Set<string>>
  wear: Wear
  /** Dead entries by subject. */
  dead: Map<string, number>
  /** Set if the store has its own WASM memory; otherwise all stores of the thread share one. */
  own?: Instance
}

/** The bulk loader needs 128 MB of working memory, even for a few lines. */
const BULK_FROM = 5_000
const NQUADS = 'application/n-quads'

export const newShard = (store = new Store(), spellings: Shard['spellings'] = new Map()): Shard => ({
  store,
  spellings,
  wear: { dead: 0, worst: 0 },
  dead: new Map(),
})

export function newIsolatedShard(): Shard {
  const own = openInstance()
  return { ...newShard(new own.Store()), own }
}

/** The store at an address in a memory that was restored from an image. */
export function shardAt(own: Instance, address: number, spellings: Shard['spellings']): Shard {
  // Bypasses the constructor, as wasm-bindgen does when it wraps a pointer from Rust.
  const store: Shard['store'] = Object.assign(Object.create(own.Store.prototype), { __wbg_ptr: address })
  return { ...newShard(store, spellings), own }
}

export const storeAddress = ({ store }: Shard): number => (store as unknown as { __wbg_ptr: number }).__wbg_ptr

/** A separate memory is garbage collected as a whole. */
export function freeShard({ store, own }: Shard): void {
  if (!own) store.free()
}

interface Adding {
  /** Faster for many lines. A failure leaves some of the lines in the store. */
  bulk?: boolean
  /** Lines from the source: their terms were validated before they were stored. */
  checked?: boolean
}

/** Adds lines; lines that exist already change nothing. */
export function addLines(shard: Shard, lines: readonly string[], { bulk = false, checked = false }: Adding = {}): void {
  if (lines.length === 0) return
  noteSpellings(shard, lines)
  const { plain, awkward } = sort(lines)
  const no_transaction = bulk && plain.length > BULK_FROM
  if (plain.length > 0) load(shard, plain.join('\n'), { no_transaction, lenient: checked })
  for (const quad of parseLines(awkward)) shard.store.add(quad)
}

/** The same for many lines as bytes with their line breaks. Passed on unparsed if the store preserves them exactly. */
export function addBytes(shard: Shard, lines: Uint8Array): void {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString()
  if (shard.spellings.size === 0 && arePlain(text)) load(shard, lines, { lenient: true })
  else addLines(shard, text.trimEnd().split('\n'), { checked: true })
}

/** Adds lines as bytes. They must be plain (plain-lines.ts) and not in the store yet. Fastest into an empty store. */
export const addPlain = (shard: Shard, lines: Uint8Array): void =>
  load(shard, lines, { no_transaction: true, lenient: true })

function load(
  { store, own }: Shard,
  lines: string | Uint8Array,
  options: { no_transaction?: boolean; lenient: boolean },
) {
  if (own) own.keepRoom()
  else keepRoom()
  store.load(lines, { format: NQUADS, ...options })
}

/** Removes lines; lines that do not exist change nothing. */
export function removeLines(shard: Shard, lines: readonly string[]): void {
  if (lines.length === 0) return
  const gone = dropSpellings(shard, lines)
  noteDead(shard, gone)
  const { plain, awkward } = sort(gone)
  for (const some of portions(plain)) shard.store.update(`DELETE DATA {\n${some.map(inGraph).join('\n')}\n}`)
  for (const quad of parseLines(awkward)) shard.store.delete(quad)
}

/** The given lines that exist in exactly this spelling. */
export function present(shard: Shard, lines: readonly string[]): Set<string> {
  const other = respelled(lines)
  const held = printedPresent(shard, [...new Set(lines.map((line) => other.get(line) ?? line))])
  return new Set(
    lines.filter((line) => {
      const printed = other.get(line) ?? line
      return held.has(printed) && (shard.spellings.get(printed)?.has(line) ?? printed === line)
    }),
  )
}

/** Whether the store has a line that it prints like this. */
export const isThere = (shard: Shard, printed: string): boolean => printedPresent(shard, [printed]).size > 0

/** The original lines for a line that the store printed. */
export const spelledAs = (shard: Shard, printed: string): Iterable<string> => shard.spellings.get(printed) ?? [printed]

/** All lines of a graph, as the store prints them. */
export function linesOfGraph(shard: Shard, graph: string): string[] {
  const options = { default_graph: [namedNode(graph)], named_graphs: [], results_format: 'json' }
  return bindings(shard.store.query('SELECT ?subject ?predicate ?object { ?subject ?predicate ?object }', options)).map(
    ({ subject, predicate, object }) =>
      lineOf({
        subject: tokenOf(subject!),
        predicate: tokenOf(predicate!),
        object: tokenOf(object!),
        graph: `<${graph}>`,
      }),
  )
}

function noteDead({ wear, dead }: Shard, lines: readonly string[]): void {
  wear.dead += lines.length
  for (const line of lines) {
    const subject = line.slice(0, line.indexOf(' '))
    const count = (dead.get(subject) ?? 0) + 1
    dead.set(subject, count)
    if (count > wear.worst) wear.worst = count
  }
}

function noteSpellings(shard: Shard, lines: readonly string[]): void {
  const other = respelled(lines)
  const fresh = [...new Set(other.values())].filter((printed) => !shard.spellings.has(printed))
  const held = printedPresent(shard, fresh)
  for (const printed of fresh) shard.spellings.set(printed, new Set(held.has(printed) ? [printed] : []))
  if (shard.spellings.size === 0) return
  for (const line of lines) shard.spellings.get(other.get(line) ?? line)?.add(line)
}

/** Forgets these spellings and returns the lines to delete from the store: those with no spelling left. */
function dropSpellings(shard: Shard, lines: readonly string[]): string[] {
  const other = respelled(lines)
  return lines.flatMap((line) => {
    const printed = other.get(line) ?? line
    const spellings = shard.spellings.get(printed)
    if (!spellings) return printed === line ? [line] : []
    if (!spellings.delete(line)) return []
    if (spellings.size === 1 && spellings.has(printed)) shard.spellings.delete(printed)
    if (spellings.size > 0) return []
    shard.spellings.delete(printed)
    return [printed]
  })
}

/** Below this many lines, single lookups are cheaper than one query for all. */
const FEW = 100

function printedPresent(shard: Shard, lines: readonly string[]): Set<string> {
  const { plain, awkward } = sort(lines)
  const found = new Set<string>()
  const single = plain.length < FEW ? [...plain, ...awkward] : awkward
  for (const [index, quad] of parseLines(single).entries()) if (shard.store.has(quad)) found.add(single[index]!)
  if (plain.length < FEW) return found
  for (const some of portions(plain)) for (const line of presentByQuery(shard, some)) found.add(line)
  return found
}

function presentByQuery(shard: Shard, lines: readonly string[]): string[] {
  const parts = lines.map(partsOf)
  const rows = parts.map((line, index) => `("${index}" ${line.subject} ${line.predicate} ${line.object} ${line.graph})`)
  const graphs = [...new Set(parts.map(({ graph }) => graph.slice(1, -1)))].map((graph) => namedNode(graph))
  const query = `SELECT ?i { VALUES (?i ?s ?p ?o ?g) {\n${rows.join('\n')}\n} GRAPH ?g { ?s ?p ?o } }`
  const options = { default_graph: [], named_graphs: graphs, results_format: 'json' }
  return bindings(shard.store.query(query, options)).map(({ i }) => lines[Number(i!.value)]!)
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
