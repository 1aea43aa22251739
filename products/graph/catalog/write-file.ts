// Writes the statements of a context to a file, as they are at one moment.
import { RDF_TYPES, type RdfSyntax } from '@veritrace/contract/graph/catalog'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { contextIri } from '../scope/rules.ts'
import { findReadCopy } from '../scope/store.ts'
import { currentSeq } from '../statements/change-store.ts'
import { nodeOf, objectOf } from '../statements/columns.ts'
import type { Tables } from '../tables.ts'
import { type ContentRow, type ContextPlace, pagesOf, seeOneState } from './content-store.ts'
import { openWriter, type Triple } from './syntaxes/writer.ts'

type Asked = Pick<Graph, 'db' | 'blobs'>

/** What is known of a file once it is written. */
export interface FileFacts {
  byte_size: number
  checksum: string
  statement_count: number
  seq: number
}

/**
 * Undefined where the workspace changed while it was read, twice: then only a transaction sees one state. Nothing is
 * held while the file is written, because on the embedded database everybody would wait for it.
 */
export async function writeFile(
  deps: Asked,
  place: ContextPlace,
  syntax: RdfSyntax,
  key: string,
): Promise<FileFacts | undefined> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const facts = await writeAsItIs(deps, deps.db, place, syntax, key)
    if ((await currentSeq(deps.db, place.tenant, place.workspace)) === facts.seq) return facts
  }
  return undefined
}

/** Only where no request waits: the transaction would take the place of the one that an Idempotency-Key belongs to. */
export const writeOneState = (deps: Asked, place: ContextPlace, syntax: RdfSyntax, key: string): Promise<FileFacts> =>
  transact(deps.db, async (tx) => {
    await seeOneState(tx)
    return writeAsItIs(deps, tx, place, syntax, key)
  })

async function writeAsItIs(
  { blobs }: Asked,
  db: Db<Tables>,
  place: ContextPlace,
  syntax: RdfSyntax,
  key: string,
): Promise<FileFacts> {
  const seq = await currentSeq(db, place.tenant, place.workspace)
  const counted = { statements: 0 }
  const bytes = encoded(db, place, syntax, counted)
  const { size, sha256 } = await blobs.put(key, bytes, { contentType: RDF_TYPES[syntax] })
  const checksum = JSON.stringify({ algorithm: 'sha256', value: sha256 })
  return { byte_size: size, checksum, statement_count: counted.statements, seq }
}

async function* encoded(
  db: Db<Tables>,
  place: ContextPlace,
  syntax: RdfSyntax,
  counted: { statements: number },
): AsyncGenerator<Uint8Array> {
  const writer = openWriter(syntax, contextIri(place.tenant, place.workspace, place.context))
  if (writer.head) yield Buffer.from(writer.head)
  const copy = await findReadCopy(db, place.tenant, place.workspace, place.context)
  for await (const rows of pagesOf(db, copy === undefined ? place : { ...place, context: copy })) {
    counted.statements += rows.length
    yield Buffer.from(writer.chunk(rows.toSorted(bySubject).map(tripleOf)))
  }
  if (writer.tail) yield Buffer.from(writer.tail)
}

const tripleOf = (row: ContentRow): Triple => ({
  subject: nodeOf(row.subject),
  predicate: { kind: 'iri', value: row.predicate },
  object: objectOf(row),
})

/** What is said of one subject together, in an order that does not depend on the machine. */
const bySubject = (a: ContentRow, b: ContentRow): number =>
  compare(a.subject, b.subject) || compare(a.predicate, b.predicate) || compare(a.id, b.id)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
