// The model that comes with the server: Universal Sentence Encoder lite, English, 512 dimensions. It runs in a thread of
// its own, which is started for the first text and ended when there was none for a while: it holds about 250 MB.
import type { Log } from '@veritrace/platform/log'
import { openThread } from '@veritrace/platform/threads/thread'
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

export function openBuiltIn({ log, idleMs = IDLE_MS }: BuiltInOptions): Embedder {
  const thread = openThread<ToEmbed, Embedded>({
    file: new URL('./embedder-worker.ts', import.meta.url),
    name: 'embedder',
    log,
    idleMs,
    failed: (why, cause) => new EmbedderError(SAID[why], { cause }),
  })

  async function ask(texts: string[]): Promise<Float32Array[]> {
    const answer = await thread.ask({ texts })
    if ('error' in answer) throw new EmbedderError(answer.error)
    return answer.vectors
  }

  return {
    name: 'use-lite-en',
    kind: 'use-lite-en',
    dimension: DIMENSION,
    // It was made of English: signs and other scripts are all one to it, and near each other.
    knows: (text) => /\p{Script=Latin}/u.test(text),
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      // Few at a time, so that the words of a search do not wait behind a long list.
      for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
        signal?.throwIfAborted()
        vectors.push(...(await ask(texts.slice(at, at + TEXTS_AT_ONCE).map(readable))))
      }
      return vectors.map((vector) => unitVector(vector) ?? vector)
    },
    close: thread.close,
  }
}

const SAID = { broken: 'The embedder broke.', idle: 'The embedder was idle.', closed: 'The embedder is closed.' }

/** The model fails on a text without any character. */
const readable = (text: string): string => text.trim().slice(0, LONGEST_TEXT).toWellFormed() || ' '
