// Opens the parts of search: text indexes, the vector thread, the embedder.
import { LABELS_SPACE } from '@veritrace/contract/graph/search'
import type { GraphParts } from '../deps.ts'
import type { Embedder } from '../embedder/embedder.ts'
import { openEmbedder } from '../embedder/open.ts'
import { openTextIndexes, type TextIndexes } from './text/text-indexes.ts'
import { type Near, openNear } from './vectors/near.ts'

export interface Search {
  texts: TextIndexes
  near: Near
  embedder: Embedder
  /** When embedding of a workspace was last requested, by workspace key. */
  requested: Map<string, number>
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
    close: async () => {
      await Promise.all([near.close(), embedder.close()])
    },
  }
}

/**
 * The stored name of a vector space. It contains the model and vector length, because vectors of different models or
 * lengths cannot be compared.
 */
export const storedSpace = ({ embedder }: Pick<Search, 'embedder'>, space: string): string =>
  space === LABELS_SPACE ? `${LABELS_SPACE}@${embedder.kind}` : space
