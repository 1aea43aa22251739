// Uploads a file to the store. Uses XMLHttpRequest because fetch does not report upload progress.
import { api } from '../../api.ts'
import { bytes } from '../../shared/bytes.ts'

/** The limit in the contract. */
export const MAX_BYTES = 268_435_456
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/
/** Browsers set this header themselves and do not allow pages to set it. */
const OWN_HEADER = 'content-length'

interface Options {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(share: number): void
}

/** Why the file cannot be uploaded; undefined if it can. */
export function fileProblem({ size }: File): string | undefined {
  if (size === 0) return 'The file is empty.'
  if (size > MAX_BYTES) return `The file has ${bytes(size)}. The limit is ${bytes(MAX_BYTES)}.`
  return globalThis.crypto.subtle ? undefined : 'Uploads require an https address.'
}

/** Returns the token with which the upload can be registered. */
export async function uploadFile(file: File, { signal, onProgress }: Options): Promise<string> {
  const [type = ''] = file.type.split(';')
  const sha256 = await sha256Of(file)
  signal.throwIfAborted()
  const place = await api.evidence.presign({
    body: {
      filename: file.name.slice(-255),
      content_type: TYPE.test(type) ? type : 'application/octet-stream',
      size_bytes: file.size,
      sha256,
    },
  })
  const headers = Object.entries(place.headers).filter(([name]) => name.toLowerCase() !== OWN_HEADER)
  await put(place.method, place.upload_url, headers, file, { signal, onProgress })
  return place.storage_key_token
}

async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function put(method: string, url: string, headers: [string, string][], file: File, options: Options): Promise<void> {
  const request = new XMLHttpRequest()
  request.open(method, url)
  for (const [name, value] of headers) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => options.onProgress(total > 0 ? loaded / total : 0)
  return new Promise((resolve, reject) => {
    options.signal.addEventListener('abort', () => request.abort())
    request.onabort = () => reject(new Error('Upload stopped.'))
    request.onerror = () => reject(new Error('The file store did not respond. Check your connection.'))
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(`The file store responded with status ${request.status}.`))
    request.send(file)
  })
}
