// Hostile files as streams, so that not even the test holds them in memory.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { setInterval } from 'node:timers'
import { zipSync } from 'fflate'

export interface HostileFile {
  filename: string
  /** The content, in chunks. */
  bytes(): Iterable<Uint8Array>
  /** The final status of the evidence. */
  becomes: string
}

const MEGABYTE = 1024 ** 2
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function* long(begin: string, megabytes: number, end = ''): Generator<Uint8Array> {
  yield bytesOf(begin)
  const piece = new Uint8Array(MEGABYTE).fill(120)
  for (let sent = 0; sent < megabytes; sent++) yield piece
  yield bytesOf(end)
}

export const HOSTILE: readonly HostileFile[] = [
  { filename: 'line.csv', bytes: () => long('type,name\nPROG,"', 8), becomes: 'rejected' },
  {
    filename: 'attribute.xml',
    bytes: () => long('<checkstyle><file name="', 8, '"/></checkstyle>'),
    becomes: 'quarantined',
  },
  {
    filename: 'laughs.xml',
    bytes: () => [bytesOf(`<!DOCTYPE l [<!ENTITY a "ha">${ENTITIES}]><checkstyle>&j;</checkstyle>`)],
    becomes: 'quarantined',
  },
  { filename: 'liar.zip', bytes: () => [lyingZip(30)], becomes: 'rejected' },
  {
    filename: 'nested.zip',
    bytes: () => [zipSync({ 'src/zescape.prog.abap': bytesOf('REPORT zescape.'), 'in.zip': lyingZip(1) })],
    becomes: 'parsed_with_warnings',
  },
  { filename: 'up.zip', bytes: () => [zipSync({ '../../zescape.prog.abap': bytesOf('x') })], becomes: 'quarantined' },
]

const ENTITIES = [...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')

/** A ZIP with an entry of this many megabytes that claims to have a thousand bytes. */
function lyingZip(megabytes: number): Uint8Array {
  const zip = Buffer.from(zipSync({ 'src/zescape.prog.abap': new Uint8Array(megabytes * MEGABYTE) }))
  zip.writeUInt32LE(1_000, 22)
  zip.writeUInt32LE(1_000, zip.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24)
  return zip
}

/** Sends the file in a form, chunk by chunk. Returns the ID of the evidence. */
export async function sendHostile(
  url: string,
  headers: Readonly<Record<string, string>>,
  { filename, bytes }: HostileFile,
): Promise<string> {
  const boundary = 'veritrace-hostile'
  async function* form(): AsyncGenerator<Uint8Array> {
    yield bytesOf(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`)
    yield* bytes()
    yield bytesOf(`\r\n--${boundary}--\r\n`)
  }
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const init = { method: 'POST', headers: { ...headers, ...type }, body: ReadableStream.from(form()), duplex: 'half' }
  const response = await fetch(url, init as RequestInit)
  assert.equal(response.status, 202, filename)
  return ((await response.json()) as { id: string }).id
}

/** The peak memory of a process during the work, minus its initial memory, in megabytes. */
export async function memoryDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const now = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
  const rest = now()
  let most = rest
  const watch = setInterval(() => {
    most = Math.max(most, now())
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return most - rest
}

export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
