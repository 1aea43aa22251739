// The model that comes with the server: Universal Sentence Encoder lite, English, 512 dimensions. It runs in a thread of
// its own, which is started for the first text and ended when there was none for a while: it holds about 250 MB.
import type { Log } from '@veritrace/platform/log'
import { openFairQueue } from '@veritrace/platform/threads/fair-queue'
import type { Asking } from '@veritrace/platform/threads/pool'
import { openThread } from '@veritrace/platform/threads/thread'
import { type Embedder, EmbedderError, unitVector } from './embedder.ts'
import type { Embedded, ToEmbed } from './embedder-worker.ts'

interface BuiltInOptions {
  log: Log
  idleMs?: number
}

const DIMENSION = 512
const IDLE_MS = 60_000
/** Whoever comes next waits for no more than these. */
const MOST_AT_ONCE = { texts: 16, characters: 1_000 }
/** Of one tenant. */
const MOST_WAITING = 64
const WAIT_MS = 8_000
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

  /** The model runs on one core: the tenants have turns, however much one of them asks for. */
  const queue = openFairQueue({ places: 1, mostWaiting: MOST_WAITING })

  async function inTurn(texts: string[], { tenant, signal, mayWait = false }: Asking): Promise<Float32Array[]> {
    const failed = () => new EmbedderError(signal?.aborted ? 'Nobody waits for it.' : 'Too many texts wait.')
    const leave = await queue.enter({ tenant }, { waitMs: WAIT_MS, mayWait, signal, failed })
    try {
      return await ask(texts)
    } finally {
      leave()
    }
  }

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
    async embed(texts, asking) {
      const vectors: Float32Array[] = []
      for (const some of fewAtATime(texts.map(readable))) {
        asking.signal?.throwIfAborted()
        vectors.push(...(await inTurn(some, asking)))
      }
      return vectors.map((vector) => unitVector(vector) ?? vector)
    },
    close: thread.close,
  }
}

function fewAtATime(texts: readonly string[]): string[][] {
  const parts: string[][] = []
  let characters = 0
  for (const text of texts) {
    const last = parts.at(-1)
    const fits = last && last.length < MOST_AT_ONCE.texts && characters + text.length <= MOST_AT_ONCE.characters
    if (fits) last.push(text)
    else parts.push([text])
    characters = fits ? characters + text.length : text.length
  }
  return parts
}

const SAID = { broken: 'The embedder broke.', idle: 'The embedder was idle.', closed: 'The embedder is closed.' }

/** The model fails on a text without any character. */
const readable = (text: string): string => text.trim().slice(0, LONGEST_TEXT).toWellFormed() || ' '
