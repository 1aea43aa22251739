// A thread that reads documents: parsing megabytes must not block the event loop of the server.
import { parentPort } from 'node:worker_threads'
import { DocumentError } from './document-error.ts'
import type { Chunk, FromReader, ReadOrder, ToReader } from './messages.ts'
import { readDocument } from './read-document.ts'

const port = parentPort!
const send = (message: FromReader, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

let bytes = Promise.withResolvers<Uint8Array | undefined>()
let taken = Promise.withResolvers<void>()
taken.resolve()

port.on('message', (message: ToReader) => {
  if ('read' in message) void read(message.read)
  else if ('bytes' in message) bytes.resolve(message.bytes)
  else taken.resolve()
})

async function read(order: ReadOrder): Promise<void> {
  try {
    send({ read: { received: await readDocument(order, pieces(), deliver) } })
  } catch (error) {
    if (error instanceof DocumentError) send({ refused: { line: error.line, message: error.message } })
    // A document that is nested too deeply overflows the stack.
    else if (error instanceof RangeError)
      send({ refused: { line: null, message: 'The document is nested too deeply.' } })
    else send({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

/** Requests the next piece while one is read. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  const ask = (): Promise<Uint8Array | undefined> => {
    bytes = Promise.withResolvers()
    send({ want: true })
    return bytes.promise
  }
  let next = ask()
  for (;;) {
    const piece = await next
    if (!piece) return
    next = ask()
    yield piece
  }
}

/** One chunk may be in transit while the next one is built. */
async function deliver(chunk: Chunk): Promise<void> {
  await taken.promise
  taken = Promise.withResolvers()
  const { packed } = chunk
  const bytes = packed ? [packed.lines, packed.rows, packed.places] : []
  send(
    { chunk },
    bytes.map(({ buffer }) => buffer as ArrayBuffer),
  )
}
