// Reads a list as batches for the database: small files here, large ones in a separate thread.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnv } from '@veritrace/platform/threads/thread-env'
import type { Columns } from '../columns-store.ts'
import { readBatches, type Tally } from '../importers/batches.ts'
import { importerFor } from '../importers/importers.ts'
import { Unreadable } from '../importers/record.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Files of this size are read in a few milliseconds, about as long as starting a thread takes. */
const SMALL_BYTES = 128 * 1024
const SMALL_PACKED_BYTES = 8 * 1024
const MEMORY_MB = 512
const LIMIT_MS = 120_000

export async function* readList(
  importer: string,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): AsyncGenerator<Columns, Tally> {
  const reader = importerFor(importer)
  if (!reader) throw new Unreadable(`There is no importer “${importer}”.`)
  const isSmall = bytes.length <= (reader.unpack ? SMALL_PACKED_BYTES : SMALL_BYTES)
  return isSmall ? yield* readBatches(reader, bytes) : yield* readInThread(importer, bytes, signal)
}

async function* readInThread(
  importer: string,
  bytes: Uint8Array,
  stopped: AbortSignal | undefined,
): AsyncGenerator<Columns, Tally> {
  const limit = AbortSignal.timeout(LIMIT_MS)
  const signal = stopped ? AbortSignal.any([stopped, limit]) : limit
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'corpus',
    env: threadEnv(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const send = (message: ToWorker): void => worker.postMessage(message)
  try {
    send({ importer, bytes })
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[FromWorker]>) {
      if ('end' in message) return message.end
      if ('unreadable' in message) throw new Unreadable(message.unreadable)
      yield message.part
      send('acknowledged')
    }
    throw new Unreadable('The thread that was reading the file ended early.')
  } catch (error) {
    throw asUnreadable(error, limit)
  } finally {
    await worker.terminate()
  }
}

function asUnreadable(error: unknown, limit: AbortSignal): unknown {
  if (limit.aborted) return new Unreadable(`Reading the file took longer than ${LIMIT_MS / 1000} seconds.`)
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory ? new Unreadable(`Reading the file took more than ${MEMORY_MB} MB.`) : error
}
