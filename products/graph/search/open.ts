// Opens the parts of search: text indexes, the vector thread, the embedder.
import type { GraphParts } from '../deps.ts'
import type { Embedder } from '../embedder/embedder.ts'
import { openEmbedder } from '../embedder/open.ts'
import { type EmbeddingStats, embeddingStats } from './embedding-stats.ts'
import type { Within } from './store.ts'
import { openTextIndexes, type TextIndexes } from './text/text-indexes.ts'
import { type Near, openNear } from './vectors/near.ts'

export interface Search {
  texts: TextIndexes
  near: Near
  embedder: Embedder
  /** When embedding of a workspace was last requested, by workspace key. */
  requested: Map<string, number>
  /** How far the built-in vectors are. */
  progress(within: Within): Promise<EmbeddingStats>
  close(): Promise<void>
}

export function openSearch({ db, log, config }: Pick<GraphParts, 'db' | 'log' | 'config'>): Search {
  const embedder = openEmbedder(config.graph.embeddings, log)
  const near = openNear({ db, log })
  return {
    texts: openTextIndexes(db),
    near,
    embedder,
    requested: new Map(),
    progress: (within) => embeddingStats({ db, embedder }, within),
    close: async () => {
      await Promise.all([near.close(), embedder.close()])
    },
  }
}
