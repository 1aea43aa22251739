// Objects in an S3 bucket, with presigned URLs.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Clock } from '../clock.ts'
import { fail } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Blob, BlobInfo, Blobs, ByteRange, UploadTerms } from './blobs.ts'
import { checkKey, RESERVED } from './key.ts'
import { digestOf } from './measure.ts'
import { cutWhenSilent } from './s3-body.ts'
import { asOurError, undefinedIfMissing } from './s3-failures.ts'
import { putInBucket } from './s3-put.ts'
import { openPatience, type Within } from './s3-wait.ts'
import { attachment, checkContentType, checkDownload, checkUpload } from './terms.ts'

export interface S3Options {
  bucket: string
  endpoint: string | undefined
  forcePathStyle: boolean
  region: string
  /** Without both, the SDK uses its default credential chain. */
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  /** For temporary keys. */
  sessionToken?: string | undefined
  clock: Clock
  log: Log
  /** Keys per page when listing. */
  listPage?: number
  /** Time limit until the store begins its response, including all retries; four times as long for uploading a part. */
  patienceMs?: number
  /** How long a connection may be idle while it waits for a response. */
  silenceMs?: number
  /** For servers that deviate from S3: changes the client before it is used. */
  adapt?: (client: S3Client) => void
}

export function openS3(options: S3Options): Blobs {
  const { bucket, clock, log, patienceMs = PATIENCE_MS, silenceMs = SILENCE_MS } = options
  const client = connect(options, silenceMs)
  const patience = openPatience(client, patienceMs)
  const at = (key: string) => ({ Bucket: bucket, Key: key })
  const ask = <T>(work: (within: Within) => Promise<T>): Promise<T> =>
    patience.wait(work).catch((error) => asOurError(error, log))

  const head = async (key: string): Promise<BlobInfo | undefined> => {
    checkKey(key)
    const found = await ask((within) => client.send(new HeadObjectCommand(at(key)), within).catch(undefinedIfMissing))
    return found && infoOf(key, found, found.ContentLength ?? 0)
  }
  const get = async (key: string, range?: ByteRange): Promise<Blob | undefined> => {
    checkKey(key)
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    const found = await ask((within) =>
      client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }), within).catch(undefinedIfMissing),
    )
    if (!found) return undefined
    const stream = cutWhenSilent(found.Body, silenceMs)
    return { ...(await infoOf(key, found, wholeSize(found))), stream, ...rangeOf(found) }
  }
  /** Objects stored by other programs lack our checksum metadata, so their bytes are read. */
  const infoOf = async (key: string, found: HeadObjectCommandOutput | GetObjectCommandOutput, size: number) => {
    const sha256 = found.Metadata?.sha256 ?? (await digestOf({ get: readRaw }, key))?.sha256 ?? ''
    return { key, size, sha256, contentType: found.ContentType ?? 'application/octet-stream' }
  }
  const readRaw = async (key: string) => {
    const { Body } = await patience.wait((within) => client.send(new GetObjectCommand(at(key)), within))
    return { stream: cutWhenSilent(Body, silenceMs) }
  }

  return {
    async put(key, source, putOptions) {
      checkKey(key)
      checkContentType(putOptions.contentType)
      // The bucket checks too, atomically; but not every S3 server supports that.
      if (putOptions.ifAbsent && (await head(key))) fail('blob_exists')
      return putInBucket({ client, bucket, log, patience, wholeMs: 4 * patienceMs }, key, source, putOptions)
    },
    get: (key, getOptions) => get(key, getOptions?.range),
    head,
    async delete(key) {
      checkKey(key)
      await ask((within) => client.send(new DeleteObjectCommand(at(key)), within))
    },
    async *list(prefix) {
      let last: string | undefined
      do {
        // Version 1 of the call, which continues after a key: every S3 server supports it, unlike continuation tokens.
        const command = { Bucket: bucket, Prefix: prefix, Marker: last, MaxKeys: options.listPage ?? 1000 }
        const page = await ask((within) => client.send(new ListObjectsCommand(command), within))
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          if (!Key.startsWith(`${RESERVED}/`)) yield { key: Key, size: Size }
        last = page.IsTruncated ? page.Contents?.at(-1)?.Key : undefined
      } while (last)
    },
    // Taken from a signed URL and not from the settings, because only the SDK knows how bucket and region form a host.
    origin: async () => new URL(await getSignedUrl(client, new HeadBucketCommand({ Bucket: bucket }))).origin,
    async presignPut(key, terms) {
      checkKey(key)
      checkUpload(terms)
      const signingDate = clock.now()
      const command = new PutObjectCommand({
        ...at(key),
        ContentType: terms.contentType,
        ContentLength: terms.size,
        ChecksumSHA256: Buffer.from(terms.sha256, 'hex').toString('base64'),
        Metadata: { sha256: terms.sha256 },
        IfNoneMatch: '*',
      })
      const headers = uploadHeaders(terms)
      // Sent as headers and not as query parameters: S3 compares only headers with the upload.
      const signed = new Set(Object.keys(headers))
      const { expiresIn } = terms
      const signing = { expiresIn, signingDate, signableHeaders: signed, unhoistableHeaders: signed }
      const url = await ask(() => getSignedUrl(client, command, signing))
      return { url, method: 'PUT', headers, expires_at: expiryOf(signingDate, expiresIn) }
    },
    async presignGet(key, terms) {
      checkKey(key)
      checkDownload(terms)
      const signingDate = clock.now()
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentDisposition: attachment(terms.filename ?? key.split('/').at(-1)!),
        ResponseCacheControl: 'private, no-store',
      })
      const url = await ask(() => getSignedUrl(client, command, { expiresIn: terms.expiresIn, signingDate }))
      return { url, expires_at: expiryOf(signingDate, terms.expiresIn) }
    },
    async check() {
      const head = new HeadBucketCommand({ Bucket: bucket })
      // The caller of the check logs changes.
      await patience.wait((within) => client.send(head, within)).catch((error) => asOurError(error))
    },
    async close() {
      client.destroy()
    },
  }
}

/** Longer than a healthy store ever takes, and shorter than a person waits. */
const PATIENCE_MS = 8_000
const CONNECT_MS = 3_000

const SILENCE_MS = 6_000

function connect(options: S3Options, silenceMs: number): S3Client {
  const { accessKeyId, secretAccessKey, sessionToken } = options
  const given = accessKeyId &&
    secretAccessKey && { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  const client = new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    ...(options.endpoint && { endpoint: options.endpoint }),
    ...(given && { credentials: given }),
    // Many S3 servers do not support the SDK's default checksums, which would also be signed into URLs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Idle time, with nothing sent or received: a slow transfer does not count.
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
  })
  options.adapt?.(client)
  return client
}

const uploadHeaders = ({ contentType, size, sha256 }: UploadTerms): Record<string, string> => ({
  'content-type': contentType,
  'content-length': String(size),
  'if-none-match': '*',
  'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
  'x-amz-meta-sha256': sha256,
})

/** Signatures use whole seconds. */
const expiryOf = (signed: Date, seconds: number): string =>
  new Date((Math.floor(signed.getTime() / 1000) + seconds) * 1000).toISOString()

function rangeOf(found: GetObjectCommandOutput): Pick<Blob, 'range'> {
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(found.ContentRange ?? '') ?? []
  return start && end ? { range: { start: Number(start), end: Number(end) } } : {}
}

/** The size of the whole object, even if only a range of it was sent. */
const wholeSize = (found: GetObjectCommandOutput): number =>
  Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0)
