// The bytes that were read, under the name of their hash: equal ones are kept once, and what is kept never changes.
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Provenance } from '../deps.ts'
import { typeOf } from './media.ts'

export const snapshotKey = (sha256: string): string => `snapshots/${sha256}`

/** Answers once the bytes are durable; the row that names them is written after that. */
export async function keepBytes(
  { blobs }: Pick<Provenance, 'blobs'>,
  bytes: Uint8Array,
  contentType: string,
  /** Whether the page was read before: then it is likely the same, and asking is cheaper than sending it. */
  isKnown = true,
): Promise<string> {
  const sha256 = hash('sha256', bytes)
  const key = snapshotKey(sha256)
  if (isKnown && (await blobs.head(key))) return sha256
  // Where another crawl has read the same, the same bytes take their place.
  await blobs.put(key, bytes, { contentType: safeType(contentType), sha256 })
  return sha256
}

/** Undefined where they are no longer kept. */
export async function readBytes({ blobs }: Pick<Provenance, 'blobs'>, sha256: string): Promise<Uint8Array | undefined> {
  const blob = await blobs.get(snapshotKey(sha256))
  return blob && buffer(blob.stream)
}

/** What a host says of its bytes may be anything; the row keeps that, the object keeps a type. */
function safeType(contentType: string): string {
  const type = typeOf(contentType)
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'application/octet-stream'
}
