// A thread that reads documents: parsing megabytes must not stop the event loop of the server.
import { parentPort } from 'node:worker_threads'
import { DocumentError } from './document-error.ts'
import type { Chunk, FromReader, ReadOrder, ToReader } from './messages.ts'
import { readDocument } from './read-document.ts'

const port = parentPort!
const tell = (words: FromReader, transfer: ArrayBuffer[] = []): void => port.postMessage(words, transfer)

let bytes = Promise.withResolvers<Uint8Array | undefined>()
let taken = Promise.withResolvers<void>()
taken.resolve()

port.on('message', (words: ToReader) => {
  if ('read' in words) void read(words.read)
  else if ('bytes' in words) bytes.resolve(words.bytes)
  else taken.resolve()
})

async function read(order: ReadOrder): Promise<void> {
  try {
    tell({ read: { received: await readDocument(order, pieces(), deliver) } })
  } catch (error) {
    if (error instanceof DocumentError) tell({ refused: { line: error.line, message: error.message } })
    // A document that is nested too deeply ends in a full stack.
    else if (error instanceof RangeError)
      tell({ refused: { line: null, message: 'The document is nested too deeply.' } })
    else tell({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

/** The next piece is on its way while one is read. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  const ask = (): Promise<Uint8Array | undefined> => {
    bytes = Promise.withResolvers()
    tell({ want: true })
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

/** One chunk may be on its way while the next is made. */
async function deliver(chunk: Chunk): Promise<void> {
  await taken.promise
  taken = Promise.withResolvers()
  const { packed } = chunk
  const bytes = packed ? [packed.lines, packed.rows, packed.places] : []
  tell(
    { chunk },
    bytes.map(({ buffer }) => buffer as ArrayBuffer),
  )
}
