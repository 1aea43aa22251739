// A client for the ClamAV daemon, using INSTREAM over TCP as clamd(8) describes.
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** The daemon may scan a large file for a long time without sending anything. */
const SILENCE_MS = 60_000
/** A ping is answered immediately. */
const PING_MS = 4_000
const DEFAULT_PORT = 3310
/** Answers are always shorter. */
const MAX_ANSWER = 4096

/** The name of the malware found, or null if clean. Throws if the daemon gives no verdict, so nothing passes unscanned. */
export async function scanBytes(url: string, bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  await pingScanner(url)
  const socket = open(url, SILENCE_MS)
  try {
    const answer = readAnswer(socket)
    // The daemon may answer and close before it has read everything: a failed send only matters without an answer.
    const [sent, answered] = await Promise.allSettled([pipeline(frames(bytes), socket, { end: false }), answer])
    if (answered.status === 'rejected') throw answered.reason
    if (sent.status === 'rejected' && !answered.value) throw sent.reason
    return verdictOf(answered.value)
  } finally {
    socket.destroy()
  }
}

/** Throws if the daemon does not answer. */
export async function pingScanner(url: string): Promise<void> {
  const socket = open(url, PING_MS)
  try {
    const answer = readAnswer(socket)
    socket.write('zPING\0')
    const said = (await answer).split('\0')[0]
    if (said !== 'PONG') throw new Error(`The virus scanner answered ${said || 'nothing'}.`)
  } finally {
    socket.destroy()
  }
}

function open(url: string, silenceMs: number): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) })
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The virus scanner does not answer.')))
  return socket
}

/** The command, then each chunk after its length, then an empty chunk. */
async function* frames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

function lengthOf(length: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(length)
  return buffer
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\0') || text.length > MAX_ANSWER) resolve(text)
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

function verdictOf(answer: string): string | null {
  const line = answer.split('\0')[0]!.trim()
  if (line === 'stream: OK') return null
  const [, found] = /^stream: (.+) FOUND$/.exec(line) ?? []
  if (found) return found
  throw new Error(`The virus scanner gave no verdict: ${line || 'the connection was closed'}.`)
}
