// Bytes as text, in pieces: files of hundreds of megabytes are never held as a whole.
import type { Readable } from 'node:stream'

const HEAD_BYTES = 65_536

export type Chunks = AsyncIterable<Uint8Array> | Readable

/** The encoding is what the file says (a mark, an XML declaration) or what its first bytes can be. */
export async function* textOf(chunks: Chunks): AsyncGenerator<string> {
  let head: Buffer = Buffer.alloc(0)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < HEAD_BYTES) continue
    decoder = new TextDecoder(encodingOf(head))
    yield decoder.decode(head, { stream: true })
  }
  decoder ??= new TextDecoder(encodingOf(head))
  yield decoder.decode(head.length < HEAD_BYTES ? head : undefined)
}

export async function wholeText(chunks: Chunks): Promise<string> {
  return (await Array.fromAsync(textOf(chunks))).join('')
}

export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const declared = /^<\?xml[^>]{0,200}encoding=["']([\w-]+)["']/.exec(head.toString('latin1', 0, 300))?.[1]
  if (declared && isEncoding(declared)) return declared
  return isUtf8(head) ? 'utf-8' : 'windows-1252'
}

const isEncoding = (label: string): boolean => {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

/** The last character may be cut. */
function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
