// An endpoint with an OpenAI-compatible embeddings API.

import { type Embedder, EmbedderError, unitVector } from './embedder.ts'
import { openProvider } from './provider.ts'

interface HttpEmbedderOptions {
  url: string
  key: string | undefined
  model: string
  dimension: number
}

const TEXTS_AT_ONCE = 64
const TIMEOUT_MS = 30_000
/** Timeout for a single text, because a user is searching for it. */
const ONE_TEXT_MS = 8_000

export function openHttpEmbedder({ url, key, model, dimension }: HttpEmbedderOptions): Embedder {
  const provider = openProvider({ url, key })
  return {
    name: model,
    // Includes the dimension, because some models support several.
    kind: `${model}@${dimension}`,
    dimension,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
        const input = texts.slice(at, at + TEXTS_AT_ONCE).map((text) => text.trim() || '-')
        const limits = { timeoutMs: texts.length === 1 ? ONE_TEXT_MS : TIMEOUT_MS, signal }
        const answer = await ask(provider.post('/embeddings', { model, input, encoding_format: 'float' }, limits))
        vectors.push(...readVectors(answer, input.length, dimension))
      }
      return vectors
    },
    close: provider.close,
  }
}

async function ask(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error) {
    throw new EmbedderError(`The embeddings endpoint did not answer: ${(error as Error).message}`, { cause: error })
  }
}

/** Validates the answer: number, order and length of the vectors, and that they consist of numbers. */
function readVectors(answer: unknown, count: number, dimension: number): Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== count)
    throw new EmbedderError(`The embeddings endpoint did not return ${count} vectors.`)
  const vectors: Float32Array[] = []
  data.forEach((item: { index?: unknown; embedding?: unknown }, i) => {
    const at = typeof item?.index === 'number' ? item.index : i
    const { embedding } = item ?? {}
    if (!Array.isArray(embedding) || embedding.length !== dimension)
      throw new EmbedderError(
        `The embeddings endpoint returned a vector of ${Array.isArray(embedding) ? embedding.length : 'no'} numbers, but ` +
          `GRAPH_EMBEDDINGS_DIMENSION is ${dimension}.`,
      )
    const vector = unitVector(embedding.map((number) => (typeof number === 'number' ? number : Number.NaN)))
    if (!vector || vectors[at] || !(at >= 0 && at < count))
      throw new EmbedderError('The embeddings endpoint returned an invalid vector.')
    vectors[at] = vector
  })
  return vectors
}
