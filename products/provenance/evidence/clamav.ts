// A client of the ClamAV daemon: INSTREAM over TCP, as clamd(8) describes it.
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** It looks into a large file for long, and says nothing meanwhile. */
const SILENCE_MS = 60_000
/** But it says at once that it is there. */
const PING_MS = 4_000
const DEFAULT_PORT = 3310
/** No answer of the daemon is longer. */
const MAX_ANSWER = 4096

/** The name of what was found, or null; throws where the daemon gives no verdict, so that nothing passes unseen. */
export async function scanBytes(url: string, bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  await pingScanner(url)
  const socket = open(url, SILENCE_MS)
  try {
    const answer = readAnswer(socket)
    // The daemon may answer and hang up before it has all: a failed send counts only where there is no answer.
    const [sent, answered] = await Promise.allSettled([pipeline(frames(bytes), socket, { end: false }), answer])
    if (answered.status === 'rejected') throw answered.reason
    if (sent.status === 'rejected' && !answered.value) throw sent.reason
    return verdictOf(answered.value)
  } finally {
    socket.destroy()
  }
}

/** Throws when it does not answer. */
export async function pingScanner(url: string): Promise<void> {
  const socket = open(url, PING_MS)
  try {
    const answer = readAnswer(socket)
    socket.write('zPING\0')
    const said = (await answer).split('\0')[0]
    if (said !== 'PONG') throw new Error(`The virus scanner answers ${said || 'nothing'}.`)
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

/** The command, each chunk behind its length, and an empty chunk at the end. */
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
  throw new Error(`The virus scanner gave no verdict: ${line || 'it hung up.'}`)
}
