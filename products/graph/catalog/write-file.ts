// Writes the statements of a context to a file, as a consistent snapshot.
import { RDF_TYPES, type RdfSyntax } from '@veritrace/contract/graph/catalog'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { contextIri } from '../scope/rules.ts'
import { findReadCopy } from '../scope/store.ts'
import { currentSeq } from '../statements/change-store.ts'
import { nodeOf, objectOf } from '../statements/columns.ts'
import type { Tables } from '../tables.ts'
import { type ContentRow, type ContextPlace, pagesOf, useSnapshot } from './content-store.ts'
import { openWriter, type Triple } from './syntaxes/writer.ts'

type Deps = Pick<Graph, 'db' | 'blobs'>

/** The properties of a written file. */
export interface FileFacts {
  byte_size: number
  checksum: string
  statement_count: number
  seq: number
}

/**
 * Undefined if the workspace changed during both attempts: then a transaction is needed. Writes without locks or a
 * transaction, because on the embedded database everyone would wait for it.
 */
export async function writeFile(
  deps: Deps,
  place: ContextPlace,
  syntax: RdfSyntax,
  key: string,
): Promise<FileFacts | undefined> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const facts = await writeOnce(deps, deps.db, place, syntax, key)
    if ((await currentSeq(deps.db, place.tenant, place.workspace)) === facts.seq) return facts
  }
  return undefined
}

/** Use only in jobs: in a request, this transaction would conflict with the one that its Idempotency-Key belongs to. */
export const writeSnapshot = (deps: Deps, place: ContextPlace, syntax: RdfSyntax, key: string): Promise<FileFacts> =>
  transact(deps.db, async (tx) => {
    await useSnapshot(tx)
    return writeOnce(deps, tx, place, syntax, key)
  })

async function writeOnce(
  { blobs }: Deps,
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

/** Groups by subject and predicate, in a machine-independent order. */
const bySubject = (a: ContentRow, b: ContentRow): number =>
  compare(a.subject, b.subject) || compare(a.predicate, b.predicate) || compare(a.id, b.id)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
