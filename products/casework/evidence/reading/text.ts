// Decodes bytes to text in pieces, because files may be too large for memory.
import type { Readable } from 'node:stream'

const HEAD_BYTES = 65_536
const FALLBACK = 'windows-1252'

export type Chunks = AsyncIterable<Uint8Array> | Readable

/** Uses the encoding that the file names (byte order mark, XML declaration); otherwise guesses it from the first bytes. */
export async function* textOf(chunks: Chunks): AsyncGenerator<string> {
  let head: Buffer = Buffer.alloc(0)
  let decode: Decode | undefined
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    if (decode) {
      yield decode(chunk)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < HEAD_BYTES) continue
    decode = openDecoder(encodingOf(head))
    yield decode(head)
  }
  decode ??= openDecoder(encodingOf(head))
  yield head.length < HEAD_BYTES ? decode(head) + decode() : decode()
}

type Decode = (chunk?: Uint8Array) => string

/** Text that starts as ASCII may turn out later not to be UTF-8. From there on it is decoded as Windows-1252. */
function openDecoder(encoding: string): Decode {
  let decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  return (chunk) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      decoder = new TextDecoder(FALLBACK)
      return chunk ? decoder.decode(chunk, { stream: true }) : ''
    }
  }
}

export async function wholeText(chunks: Chunks): Promise<string> {
  return (await Array.fromAsync(textOf(chunks))).join('')
}

export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const wide = wideEncoding(head)
  if (wide) return wide
  const declared = /^<\?xml[^>]{0,200}encoding=["']([\w-]+)["']/.exec(head.toString('latin1', 0, 300))?.[1]
  // A declaration that is readable byte by byte is not in UTF-16: a string was written to a file in another encoding.
  if (declared && isEncoding(declared) && !/^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/i.test(declared)) return declared
  return isUtf8(head) ? 'utf-8' : FALLBACK
}

/** UTF-16 without a byte order mark: every other byte is zero, because ABAP sources are mostly ASCII. */
function wideEncoding(head: Buffer): string | undefined {
  const pairs = Math.min(head.length, 2_000) >> 1
  let [high, low] = [0, 0]
  for (let at = 0; at < pairs; at++) {
    if (head[2 * at] === 0) high++
    if (head[2 * at + 1] === 0) low++
  }
  if (low > pairs * 0.6 && high === 0) return 'utf-16le'
  return high > pairs * 0.6 && low === 0 ? 'utf-16be' : undefined
}

const isEncoding = (label: string): boolean => {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

/** The last character may be incomplete. */
function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
