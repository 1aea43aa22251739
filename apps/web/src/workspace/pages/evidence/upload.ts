// A file on its way to the store. Only XMLHttpRequest tells how much of it has left.
import { api } from '../../api.ts'
import { bytes } from '../../shared/bytes.ts'

/** As the contract has it. */
export const MAX_BYTES = 268_435_456
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/
/** Browsers set this one themselves, and complain where a page tries. */
const OWN_HEADER = 'content-length'

interface Options {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(share: number): void
}

/** Why it is not worth sending. */
export function fileProblem({ size }: File): string | undefined {
  if (size === 0) return 'The file is empty.'
  if (size > MAX_BYTES) return `The file has ${bytes(size)}; ${bytes(MAX_BYTES)} is the most.`
  return globalThis.crypto.subtle ? undefined : 'Browsers send files from addresses with https only.'
}

/** The token under which the file can be registered. */
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
    request.onabort = () => reject(new Error('Stopped.'))
    request.onerror = () => reject(new Error('The store for files did not answer. Check the connection.'))
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(`The store for files answered ${request.status}.`))
    request.send(file)
  })
}
