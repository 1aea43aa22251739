// Writes a ZIP archive of text files without compression, because sources are small. Pure.

interface TextFile {
  path: string
  content: string
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Version 2.0, UTF-8 names, and a constant date, so that equal files result in equal archives. */
const VERSION = 20
const UTF8 = 0x0800
const DAY = ((2026 - 1980) << 9) | (1 << 5) | 1

export function zipOf(files: readonly TextFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const { path, content } of files) {
    const name = encoder.encode(path)
    const bytes = encoder.encode(content)
    const facts = [VERSION, UTF8, 0, 0, DAY, crc32(bytes), bytes.length, bytes.length, name.length, 0]
    const local = record([LOCAL, ...facts], 'wsssssWWWss')
    directory.push(record([CENTRAL, VERSION, ...facts, 0, 0, 0, 0, at], 'wssssssWWWsssssWW'), name)
    parts.push(local, name, bytes)
    at += local.length + name.length + bytes.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = record([END, 0, 0, files.length, files.length, size, at, 0], 'wssssWWs')
  return joined([...parts, ...directory, end])
}

/** Little-endian numbers: s has two bytes, w and W have four. */
function record(numbers: readonly number[], sizes: string): Uint8Array {
  const widths = [...sizes].map((size) => (size === 's' ? 2 : 4))
  const view = new DataView(new ArrayBuffer(widths.reduce((sum, width) => sum + width, 0)))
  let at = 0
  for (const [i, width] of widths.entries()) {
    if (width === 2) view.setUint16(at, numbers[i]!, true)
    else view.setUint32(at, numbers[i]!, true)
    at += width
  }
  return new Uint8Array(view.buffer)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}
