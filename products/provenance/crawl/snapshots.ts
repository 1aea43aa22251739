// Stores the bytes of snapshots under their hash: equal bytes are stored once and never change.
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Provenance } from '../deps.ts'
import { typeOf } from './media.ts'

export const snapshotKey = (sha256: string): string => `snapshots/${sha256}`

/** Resolves when the bytes are durable. Rows that name them are written after that. */
export async function storeBytes(
  { blobs }: Pick<Provenance, 'blobs'>,
  bytes: Uint8Array,
  contentType: string,
  /** Whether the page was read before: then it is probably the same, and a check is cheaper than an upload. */
  isKnown = true,
): Promise<string> {
  const sha256 = hash('sha256', bytes)
  const key = snapshotKey(sha256)
  if (isKnown && (await blobs.head(key))) return sha256
  // If another crawl stored the same bytes in the meantime, they are overwritten with equal ones.
  await blobs.put(key, bytes, { contentType: safeType(contentType), sha256 })
  return sha256
}

/** Undefined if the bytes are no longer stored. */
export async function readBytes({ blobs }: Pick<Provenance, 'blobs'>, sha256: string): Promise<Uint8Array | undefined> {
  const blob = await blobs.get(snapshotKey(sha256))
  return blob && buffer(blob.stream)
}

/** A host may send any text as content type. The row stores it; the object needs a valid type. */
function safeType(contentType: string): string {
  const type = typeOf(contentType)
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'application/octet-stream'
}
