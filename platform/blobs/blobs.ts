// Objects too large for the database: one interface, kept on disk or in S3. Bytes travel as streams both ways.
import type { Readable } from 'node:stream'
import type { Links } from './sign.ts'

/** The largest object that a signed address takes; larger ones are stored by the server itself, in parts. */
export const MAX_UPLOAD_BYTES = 256 * 1024 * 1024
/** The longest life of a signed address, in seconds. */
export const MAX_LINK_SECONDS = 3600

export type Bytes = AsyncIterable<Uint8Array> | Uint8Array

export interface PutOptions {
  contentType: string
  /** Lower-case hex. Bytes that do not have it are refused, and nothing is stored. */
  sha256?: string
  maxBytes?: number
  /** Refuses a key that exists already; without it the object is replaced. */
  ifAbsent?: boolean
}
export interface Stored {
  key: string
  size: number
  sha256: string
}
export interface BlobInfo extends Stored {
  contentType: string
}
/** Both ends count, as in the Range header; without an end it goes to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}
export interface Blob extends BlobInfo {
  /** Read it to its end or destroy it; `size` and `sha256` are those of the whole object. */
  stream: Readable
  range?: Required<ByteRange>
}

export interface UploadTerms {
  contentType: string
  size: number
  sha256: string
  /** Seconds. */
  expiresIn: number
  /** The tenant that the object belongs to: where the server honours the address itself, it ends with the tenant. */
  owner?: string
  /** Who asked for it: there it ends with their access too. */
  by?: string
}
export interface UploadLink {
  url: string
  method: 'PUT'
  /** To be sent exactly so. */
  headers: Record<string, string>
  expires_at: string
}
export interface DownloadTerms {
  /** Seconds. */
  expiresIn: number
  /** As for uploads. */
  owner?: string
  by?: string
  /** What the file is called when it is saved; the last part of the key where nothing is said. */
  filename?: string
}
export interface DownloadLink {
  url: string
  expires_at: string
}

export interface Blobs {
  /** Answers once the object is durable. A reader sees the whole object or none. */
  put(key: string, source: Bytes, options: PutOptions): Promise<Stored>
  get(key: string, options?: { range?: ByteRange }): Promise<Blob | undefined>
  head(key: string): Promise<BlobInfo | undefined>
  /** Also when there is nothing to delete. */
  delete(key: string): Promise<void>
  /** In no promised order. */
  list(prefix: string): AsyncIterable<{ key: string; size: number }>
  /** For one upload of one object: the type, the size and the checksum are part of the signature. */
  presignPut(key: string, terms: UploadTerms): Promise<UploadLink>
  presignGet(key: string, terms: DownloadTerms): Promise<DownloadLink>
  /** Throws when the place of the objects cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
  /** Only where they lead elsewhere: the origin that a browser must be allowed to send files to. */
  origin?(): Promise<string>
  /** Only where signed addresses lead to this server: the routes under /blobs check them with it. */
  links?: Links
}
