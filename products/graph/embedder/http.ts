// Any endpoint that speaks OpenAI's embeddings API.

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
/** For a text that somebody searches for. */
const ONE_TEXT_MS = 8_000

export function openHttpEmbedder({ url, key, model, dimension }: HttpEmbedderOptions): Embedder {
  const provider = openProvider({ url, key })
  return {
    name: model,
    // Some models make vectors of the length that is asked for.
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
    throw new EmbedderError(`The embeddings endpoint does not answer: ${(error as Error).message}`, { cause: error })
  }
}

/** Nothing of the answer is believed unseen: how many, in which order, how long, and that they are numbers. */
function readVectors(answer: unknown, count: number, dimension: number): Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== count)
    throw new EmbedderError(`The embeddings endpoint did not answer ${count} vectors.`)
  const vectors: Float32Array[] = []
  data.forEach((item: { index?: unknown; embedding?: unknown }, i) => {
    const at = typeof item?.index === 'number' ? item.index : i
    const { embedding } = item ?? {}
    if (!Array.isArray(embedding) || embedding.length !== dimension)
      throw new EmbedderError(
        `The embeddings endpoint answered a vector of ${Array.isArray(embedding) ? embedding.length : 'no'} numbers; ` +
          `GRAPH_EMBEDDINGS_DIMENSION says ${dimension}.`,
      )
    const vector = unitVector(embedding.map((number) => (typeof number === 'number' ? number : Number.NaN)))
    if (!vector || vectors[at] || !(at >= 0 && at < count))
      throw new EmbedderError('The embeddings endpoint answered a vector that is none.')
    vectors[at] = vector
  })
  return vectors
}
