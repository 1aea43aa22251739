// Sources that are texts instead of lists: a file becomes documents.
import { type ReadDocument, UnreadableDocument } from '../documents/read/document.ts'
import { readPackGuidance } from '../documents/read/pack-guidance.ts'
import { documentPath } from '../documents/read/paths.ts'
import { ownerOf } from '../model/space.ts'
import type { Importing, ImportOrder } from './import-file.ts'
import type { Tally } from './importers/batches.ts'
import { DOCUMENT_IMPORTERS } from './importers/importers.ts'
import { Unreadable } from './importers/record.ts'

/** Undefined if the source is a list. */
export async function readDocuments(
  { documentReaders }: Pick<Importing, 'documentReaders'>,
  { space, source, uri }: Pick<ImportOrder, 'space' | 'source' | 'uri'>,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<ReadDocument[] | undefined> {
  if (!DOCUMENT_IMPORTERS.includes(source.importer)) return undefined
  try {
    if (source.importer === 'pack-guidance') return readPackGuidance(bytes)
    const url = /^https?:/.test(uri) ? uri : null
    const asking = { tenant: ownerOf(space), signal, mayWait: true }
    return [await documentReaders.read({ bytes, path: documentPath(uri), url }, asking)]
  } catch (error) {
    throw error instanceof UnreadableDocument ? new Unreadable(error.message) : error
  }
}

export const tallyOf = (documents: readonly ReadDocument[]): Tally => ({
  rows: documents.length,
  facts: 0,
  edges: 0,
  repeated: 0,
  rejected: 0,
  doubts: 0,
  sample: [],
  states: {},
})
