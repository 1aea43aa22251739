// The main thread's handle on a thread that reads documents.
import { DocumentError } from './document-error.ts'
import type { Chunk, FromReader, ReadOrder, ToReader } from './messages.ts'
import { releaseThread, takeThread } from './threads.ts'

export interface Reader {
  /**
   * Yields the chunks of a document and returns its number of statements. Reads one document at a time. Takes ownership
   * of the source's memory unless `isShared`.
   */
  read(order: ReadOrder, source: AsyncIterable<Uint8Array>, isShared?: boolean): AsyncGenerator<Chunk, number>
  close(): Promise<void>
}

export function openReader(signal: AbortSignal): Reader {
  const worker = takeThread()
  let isDone = false
  const send = (message: ToReader, transfer: ArrayBuffer[] = []): void => worker.postMessage(message, transfer)
  const inbox = openQueue<Exclude<FromReader, { want: true }>>()
  let source: AsyncIterator<Uint8Array> | undefined
  let takesMemory = true

  // Runs independently of the chunks, so that the thread reads on while they are written.
  const feed = async (): Promise<void> => {
    try {
      const { done, value } = await source!.next()
      if (done) send({ bytes: undefined })
      else send({ bytes: value }, takesMemory ? ownMemory(value) : [])
    } catch (error) {
      inbox.fail(error)
    }
  }
  worker.on('message', (message: FromReader) => ('want' in message ? void feed() : inbox.push(message)))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    inbox.fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new DocumentError(null, 'The document needs too much memory in this syntax. N-Triples needs the least.')
        : error,
    ),
  )
  worker.on('exit', () => inbox.fail(new Error('The document reader thread ended.')))
  const abort = () => inbox.fail(signal.reason)
  signal.addEventListener('abort', abort, { once: true })

  return {
    async *read(order, bytes, isShared = false) {
      signal.throwIfAborted()
      source = bytes[Symbol.asyncIterator]()
      takesMemory = !isShared
      isDone = false
      try {
        send({ read: order })
        for (;;) {
          const message = await inbox.next()
          signal.throwIfAborted()
          if ('read' in message) {
            isDone = true
            return message.read.received
          }
          if ('refused' in message) throw new DocumentError(message.refused.line, message.refused.message)
          if ('broken' in message) throw new Error(`A document could not be read: ${message.broken}`)
          send({ taken: true })
          yield message.chunk
        }
      } finally {
        await source.return?.()
      }
    },
    async close() {
      signal.removeEventListener('abort', abort)
      if (isDone) releaseThread(worker)
      else await worker.terminate()
    },
  }
}

/** The buffer to transfer instead of copying, if it holds nothing but this piece. */
const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

/** Messages that were received but not read yet. A failure is read after them, and on every read from then on. */
function openQueue<T>() {
  const items: T[] = []
  let failure: { error: unknown } | undefined
  let wake = (): void => {}
  return {
    push(item: T) {
      items.push(item)
      wake()
    },
    fail(error: unknown) {
      failure ??= { error }
      wake()
    },
    async next(): Promise<T> {
      for (;;) {
        const item = items.shift()
        if (item !== undefined) return item
        if (failure) throw failure.error
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
