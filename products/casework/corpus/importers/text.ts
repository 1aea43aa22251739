// Decodes bytes in pieces. Accepts UTF-8 only; errors name the likely encoding of anything else.
import { Unreadable } from './record.ts'

const PIECE_BYTES = 512 * 1024

export function* decode(bytes: Uint8Array): Generator<string> {
  const other = otherEncoding(bytes)
  if (other) throw new Unreadable(`The file seems to be ${other}; save it as UTF-8.`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const end = at + PIECE_BYTES
    yield decodePiece(decoder, bytes.subarray(at, end), end < bytes.length, at)
  }
}

function decodePiece(
  decoder: InstanceType<typeof TextDecoder>,
  piece: Uint8Array,
  stream: boolean,
  at: number,
): string {
  try {
    return decoder.decode(piece, { stream })
  } catch {
    throw new Unreadable(
      `The file is not UTF-8 (between bytes ${at} and ${at + piece.length}); it seems to be Latin-1 or Windows-1252. Save it as UTF-8.`,
    )
  }
}

function otherEncoding(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16'
  // UTF-16 without a byte order mark: every other byte of Latin text is zero.
  const start = bytes.subarray(0, 2000)
  const zeros = start.filter((byte) => byte === 0).length
  if (zeros > start.length / 4) return 'UTF-16'
  if (first === 0x1f && second === 0x8b) return 'compressed with gzip'
  return first === 0x50 && second === 0x4b ? 'a zip file' : undefined
}
