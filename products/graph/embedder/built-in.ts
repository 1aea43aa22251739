// The built-in model: Universal Sentence Encoder lite, English, 512 dimensions. It runs in separate threads of about
// 250 MB each: one starts with the first text, more when several tenants have texts at the same time, and all end after
// a while without work.
import type { Log } from '@veritrace/platform/log'
import { type Asking, type Failure, openPool } from '@veritrace/platform/threads/pool'
import { type Embedder, EmbedderError, unitVector } from './embedder.ts'
import type { Embedded, ToEmbed } from './embedder-worker.ts'

interface BuiltInOptions {
  log: Log
  idleMs?: number
}

const DIMENSION = 512
const IDLE_MS = 60_000
const THREADS = 3
const MEMORY_MB = 512
/** Enough to load the model and embed one portion on a busy machine. */
const LIMIT_MS = 60_000
/** Size of a portion, which limits how long others have to wait. */
const MOST_AT_ONCE = { texts: 16, characters: 1_000 }
/** Limit per tenant. */
const MOST_WAITING = 64
const WAIT_MS = 8_000
/** Longer texts take seconds and add little meaning. */
const LONGEST_TEXT = 1_000

export function openBuiltIn({ log, idleMs = IDLE_MS }: BuiltInOptions): Embedder {
  const pool = openPool<ToEmbed, Embedded>({
    file: new URL('./embedder-worker.ts', import.meta.url),
    name: 'embedder',
    log,
    threads: THREADS,
    memoryMb: MEMORY_MB,
    limitMs: LIMIT_MS,
    mostWaiting: MOST_WAITING,
    waitMs: WAIT_MS,
    idleMs,
    failed: (why) => new EmbedderError(FAILURES[why]),
  })

  async function ask(texts: string[], asking: Asking): Promise<Float32Array[]> {
    const answer = await pool.run({ texts }, asking)
    if ('error' in answer) throw new EmbedderError(answer.error)
    return answer.vectors
  }

  return {
    name: 'use-lite-en',
    kind: 'use-lite-en',
    dimension: DIMENSION,
    // The model was trained on English. It maps punctuation and other scripts to similar vectors, which would all
    // match.
    knows: (text) => /\p{Script=Latin}/u.test(text),
    async embed(texts, asking) {
      const vectors: Float32Array[] = []
      for (const some of inPortions(texts.map(readable))) {
        asking.signal?.throwIfAborted()
        vectors.push(...(await ask(some, asking)))
      }
      return vectors.map((vector) => unitVector(vector) ?? vector)
    },
    close: pool.close,
  }
}

function inPortions(texts: readonly string[]): string[][] {
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

const FAILURES: Record<Failure, string> = {
  late: 'The embedder took too long.',
  broken: 'The embedder failed.',
  busy: 'Too many texts are waiting.',
  left: 'The caller has disconnected.',
  closed: 'The embedder is closed.',
}

/** The model fails on empty text. */
const readable = (text: string): string => text.trim().slice(0, LONGEST_TEXT).toWellFormed() || ' '
