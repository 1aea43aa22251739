// Streams an object into a bucket, in parts if it is large. The object becomes visible only when all bytes were right.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Log } from '../log.ts'
import type { Bytes, PutOptions, Stored } from './blobs.ts'
import { RESERVED } from './key.ts'
import { type Measured, measure } from './measure.ts'
import { asOurError } from './s3-failures.ts'
import type { Patience } from './s3-wait.ts'

/** The smallest part that S3 accepts. At most two parts are in memory, plus one that is being filled. */
const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2

export interface Bucket {
  client: S3Client
  bucket: string
  log: Log
  patience: Patience
  /** Time limit for an upload in one request. */
  wholeMs: number
}

export async function putInBucket(place: Bucket, key: string, source: Bytes, options: PutOptions): Promise<Stored> {
  const measured = measure(source, options)
  try {
    const { head, complete } = await readAhead(measured.bytes)
    if (complete) await putWhole(place, key, Buffer.concat(head), measured, options)
    else if (options.sha256) await putInParts(place, key, resume(head, measured), options)
    else await putUnknown(place, key, resume(head, measured), measured, options)
    return { key, ...measured.sum() }
  } catch (error) {
    // If the source failed, that is the cause, whatever the store reported.
    throw failureOf(measured) ?? asOurError(error, place.log)
  }
}

/** Ignores a source that was aborted because the store failed. */
function failureOf(measured: Measured): unknown {
  const failure = measured.failure()
  return (failure as Error | undefined)?.name === 'AbortError' ? undefined : failure
}

const describe = ({ contentType, ifAbsent }: PutOptions, sha256?: string) => ({
  ContentType: contentType,
  ...(sha256 && { Metadata: { sha256 } }),
  ...(ifAbsent && { IfNoneMatch: '*' }),
})

async function putWhole(place: Bucket, key: string, body: Buffer, { sum }: Measured, options: PutOptions) {
  const { client, bucket, patience, wholeMs } = place
  const command = { Bucket: bucket, Key: key, Body: body, ...describe(options, sum().sha256) }
  await patience.wait((within) => client.send(new PutObjectCommand(command), within), wholeMs)
}

async function putInParts({ client, bucket }: Bucket, key: string, body: Readable, options: PutOptions) {
  const params = { Bucket: bucket, Key: key, Body: body, ...describe(options, options.sha256) }
  await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
}

/** S3 wants the metadata first, but the checksum is known last: upload to a temporary key, then copy. */
async function putUnknown(place: Bucket, key: string, body: Readable, measured: Measured, options: PutOptions) {
  const { client, bucket } = place
  const aside = `${RESERVED}/${randomUUID()}`
  try {
    await putInParts(place, aside, body, { ...options, ifAbsent: false })
    const copy = { Bucket: bucket, Key: key, CopySource: `${bucket}/${aside}`, MetadataDirective: 'REPLACE' } as const
    await client.send(new CopyObjectCommand({ ...copy, ...describe(options, measured.sum().sha256) }))
  } finally {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: aside })).catch(() => {})
  }
}

/** Reads the first part into memory: most objects fit into it, and one request stores them. */
async function readAhead(bytes: AsyncGenerator<Uint8Array>): Promise<{ head: Uint8Array[]; complete: boolean }> {
  const head: Uint8Array[] = []
  for (let size = 0; size <= PART_BYTES; ) {
    const { done, value } = await bytes.next()
    if (done) return { head, complete: true }
    head.push(value)
    size += value.length
  }
  return { head, complete: false }
}

function resume(head: Uint8Array[], { bytes }: Measured): Readable {
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* head.splice(0)
    yield* bytes
  }
  return Readable.from(all(), { objectMode: false })
}
