// Objects too large for the database, stored on disk or in S3 behind one interface. Bytes are streamed both ways.
import type { Readable } from 'node:stream'
import type { Links } from './sign.ts'

/** The largest upload to a signed URL. The server itself stores larger objects, in parts. */
export const MAX_UPLOAD_BYTES = 256 * 1024 * 1024
/** The longest lifetime of a signed URL, in seconds. */
export const MAX_LINK_SECONDS = 3600

export type Bytes = AsyncIterable<Uint8Array> | Uint8Array

export interface PutOptions {
  contentType: string
  /** Lowercase hex. Bytes with another checksum are rejected, and nothing is stored. */
  sha256?: string
  maxBytes?: number
  /** Rejects a key that already exists. Without it the object is replaced. */
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
/** Both ends are inclusive, as in the Range header. Without `end` the range runs to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}
export interface Blob extends BlobInfo {
  /** Read the stream to its end or destroy it. `size` and `sha256` describe the whole object. */
  stream: Readable
  range?: Required<ByteRange>
}

export interface UploadTerms {
  contentType: string
  size: number
  sha256: string
  /** Seconds. */
  expiresIn: number
  /**
   * The tenant that owns the object. If this server serves the URL itself, the URL expires when the tenant is deleted.
   */
  owner?: string
  /**
   * The caller that requested the URL. If this server serves the URL itself, it expires when the caller loses access.
   */
  by?: string
}
export interface UploadLink {
  url: string
  method: 'PUT'
  /** Send these headers unchanged. */
  headers: Record<string, string>
  expires_at: string
}
export interface DownloadTerms {
  /** Seconds. */
  expiresIn: number
  /** As for uploads. */
  owner?: string
  by?: string
  /** File name of the download. Default: the last segment of the key. */
  filename?: string
}
export interface DownloadLink {
  url: string
  expires_at: string
}

export interface Blobs {
  /** Resolves once the object is durable. A reader sees the whole object or none. */
  put(key: string, source: Bytes, options: PutOptions): Promise<Stored>
  get(key: string, options?: { range?: ByteRange }): Promise<Blob | undefined>
  head(key: string): Promise<BlobInfo | undefined>
  /** Succeeds even if there is nothing to delete. */
  delete(key: string): Promise<void>
  /** The order is not defined. */
  list(prefix: string): AsyncIterable<{ key: string; size: number }>
  /** Signs one upload of one object. The type, the size and the checksum are part of the signature. */
  presignPut(key: string, terms: UploadTerms): Promise<UploadLink>
  presignGet(key: string, terms: DownloadTerms): Promise<DownloadLink>
  /** Throws if the store cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
  /** Only if signed URLs lead to another server: the origin to which a browser must be allowed to send files. */
  origin?(): Promise<string>
  /** Only if signed URLs lead to this server: the routes under /blobs verify them with it. */
  links?: Links
}
