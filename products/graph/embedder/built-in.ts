// The model that comes with the server: Universal Sentence Encoder lite, English, 512 dimensions. It runs in threads of
// its own, each of which holds about 250 MB: one is started for the first text, more when several tenants have texts at
// once, and all end when there was nothing to do for a while.
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
/** Of loading the model and reading this much, on a machine that is busy. */
const LIMIT_MS = 60_000
/** Whoever comes next waits for no more than these. */
const MOST_AT_ONCE = { texts: 16, characters: 1_000 }
/** Of one tenant. */
const MOST_WAITING = 64
const WAIT_MS = 8_000
/** The model reads on for seconds, and means less and less. */
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
    failed: (why) => new EmbedderError(SAID[why]),
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
    // It was made of English: signs and other scripts are all one to it, and near each other.
    knows: (text) => /\p{Script=Latin}/u.test(text),
    async embed(texts, asking) {
      const vectors: Float32Array[] = []
      for (const some of fewAtATime(texts.map(readable))) {
        asking.signal?.throwIfAborted()
        vectors.push(...(await ask(some, asking)))
      }
      return vectors.map((vector) => unitVector(vector) ?? vector)
    },
    close: pool.close,
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

const SAID: Record<Failure, string> = {
  late: 'The embedder took too long.',
  broken: 'The embedder broke.',
  busy: 'Too many texts wait.',
  left: 'Nobody waits for it.',
  closed: 'The embedder is closed.',
}

/** The model fails on a text without any character. */
const readable = (text: string): string => text.trim().slice(0, LONGEST_TEXT).toWellFormed() || ' '
