// The model that comes with the server: Universal Sentence Encoder lite, English, 512 dimensions. It runs in a thread of
// its own, which is started for the first text and ended when there was none for a while: it holds about 250 MB.
import { Worker } from 'node:worker_threads'
import type { Log } from '@veritrace/platform/log'
import { type Embedder, EmbedderError, unitVector } from './embedder.ts'
import type { Embedded, ToEmbed } from './embedder-worker.ts'

interface BuiltInOptions {
  log: Log
  idleMs?: number
}

const DIMENSION = 512
const IDLE_MS = 60_000
const TEXTS_AT_ONCE = 16
/** The model reads on for seconds, and means less and less. */
const LONGEST_TEXT = 1_000

interface Waiting {
  resolve(vectors: Float32Array[]): void
  reject(error: Error): void
}

export function openBuiltIn({ log, idleMs = IDLE_MS }: BuiltInOptions): Embedder {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let ending: Promise<unknown> = Promise.resolve()
  let last = 0
  let isClosed = false

  function start(): Worker {
    const started = new Worker(new URL('./embedder-worker.ts', import.meta.url), {
      name: 'embedder',
      env: {},
      execArgv: [],
    })
    started.on('message', ({ id, ...answer }: Embedded) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) rest()
      if ('error' in answer) asked?.reject(new EmbedderError(answer.error))
      else asked?.resolve(answer.vectors)
    })
    started.on('error', (error) => {
      log.error({ err: error }, 'the embedder broke')
      if (worker === started) end(new EmbedderError('The embedder broke.', { cause: error }))
    })
    return started
  }

  /** Nobody waits: the process may end, and after a while the thread does. */
  function rest(): void {
    worker?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => end(new EmbedderError('The embedder was idle.')), idleMs).unref()
  }

  function end(reason: Error): void {
    clearTimeout(idle)
    ending = Promise.all([ending, worker?.terminate()])
    worker = undefined
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  const ask = (texts: string[]): Promise<Float32Array[]> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new EmbedderError('The embedder is closed.'))
      worker ??= start()
      worker.ref()
      clearTimeout(idle)
      const message: ToEmbed = { id: ++last, texts }
      waiting.set(message.id, { resolve, reject })
      worker.postMessage(message)
    })

  return {
    name: 'use-lite-en',
    dimension: DIMENSION,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      // Few at a time, so that the words of a search do not wait behind a long list.
      for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
        signal?.throwIfAborted()
        vectors.push(...(await ask(texts.slice(at, at + TEXTS_AT_ONCE).map(readable))))
      }
      return vectors.map((vector) => unitVector(vector) ?? vector)
    },
    async close() {
      isClosed = true
      end(new EmbedderError('The embedder is closed.'))
      await ending
    },
  }
}

/** The model fails on a text without any character. */
const readable = (text: string): string => text.trim().slice(0, LONGEST_TEXT).toWellFormed() || ' '
