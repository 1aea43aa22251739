// The main thread's end of a thread that reads documents.
import { DocumentError } from './document-error.ts'
import type { Chunk, FromReader, ReadOrder, ToReader } from './messages.ts'
import { keepThread, takeThread } from './threads.ts'

export interface Reader {
  /**
   * The chunks of a document, and at last how many statements it holds. One document at a time. Takes the memory of its bytes,
   * unless somebody else reads them too.
   */
  read(order: ReadOrder, source: AsyncIterable<Uint8Array>, isShared?: boolean): AsyncGenerator<Chunk, number>
  close(): Promise<void>
}

export function openReader(signal: AbortSignal): Reader {
  const worker = takeThread()
  let isDone = false
  const tell = (words: ToReader, transfer: ArrayBuffer[] = []): void => worker.postMessage(words, transfer)
  const heard = openQueue<Exclude<FromReader, { want: true }>>()
  let source: AsyncIterator<Uint8Array> | undefined
  let takesMemory = true

  // Not in turn with the chunks: it shall read on while they are written.
  const feed = async (): Promise<void> => {
    try {
      const { done, value } = await source!.next()
      if (done) tell({ bytes: undefined })
      else tell({ bytes: value }, takesMemory ? ownMemory(value) : [])
    } catch (error) {
      heard.fail(error)
    }
  }
  worker.on('message', (words: FromReader) => ('want' in words ? void feed() : heard.push(words)))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    heard.fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new DocumentError(null, 'The document needs too much memory in this syntax; N-Triples needs least.')
        : error,
    ),
  )
  worker.on('exit', () => heard.fail(new Error('The reader of documents ended.')))
  const abort = () => heard.fail(signal.reason)
  signal.addEventListener('abort', abort, { once: true })

  return {
    async *read(order, bytes, isShared = false) {
      signal.throwIfAborted()
      source = bytes[Symbol.asyncIterator]()
      takesMemory = !isShared
      isDone = false
      try {
        tell({ read: order })
        for (;;) {
          const words = await heard.next()
          signal.throwIfAborted()
          if ('read' in words) {
            isDone = true
            return words.read.received
          }
          if ('refused' in words) throw new DocumentError(words.refused.line, words.refused.message)
          if ('broken' in words) throw new Error(`A document could not be read: ${words.broken}`)
          tell({ taken: true })
          yield words.chunk
        }
      } finally {
        await source.return?.()
      }
    },
    async close() {
      signal.removeEventListener('abort', abort)
      if (isDone) keepThread(worker)
      else await worker.terminate()
    },
  }
}

/** Where nothing else lies in the memory of a piece, that changes hands and is not copied. */
const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

/** What was said and not heard yet. A failure is heard after it, and from then on. */
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
