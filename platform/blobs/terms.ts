// Limits of signed URLs, and the encoding of file names in headers.
import { type DownloadTerms, MAX_LINK_SECONDS, MAX_UPLOAD_BYTES, type UploadTerms } from './blobs.ts'

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\x20\x21\x23-\x7e]*"))*$/

/** Accepts only a type that is safe to return as a header; anything else is a bug of the caller. */
export function checkContentType(contentType: string): void {
  if (contentType.length > 255 || !MEDIA_TYPE.test(contentType))
    throw new Error(`Not a content type: ${JSON.stringify(contentType.slice(0, 80))}`)
}

export function checkUpload({ contentType, size, sha256, expiresIn }: UploadTerms): void {
  checkContentType(contentType)
  if (!Number.isSafeInteger(size) || size < 0 || size > MAX_UPLOAD_BYTES)
    throw new Error(`A signed upload has 0 to ${MAX_UPLOAD_BYTES} bytes, not ${size}.`)
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A signed upload needs a SHA-256 in lowercase hex.')
  checkLife(expiresIn)
}

export const checkDownload = ({ expiresIn }: DownloadTerms): void => checkLife(expiresIn)

function checkLife(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_LINK_SECONDS)
    throw new Error(`A signed URL is valid for 1 to ${MAX_LINK_SECONDS} seconds, not ${seconds}.`)
}

/** A safe file name for a download, without folders, control characters and bidirectional overrides. */
export function safeFilename(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  return Array.from(safe).slice(0, 150).join('') || 'download'
}

/** RFC 6266 §4, with RFC 8187 if the name is not ASCII. Never inline: the bytes come from users. */
export function attachment(filename: string): string {
  const name = safeFilename(filename)
  const ascii = name.replace(/[^\x20-\x7e]|%/g, '_')
  if (ascii === name) return `attachment; filename="${name}"`
  const extended = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`
}
