// What search keeps open: text indexes, the thread of the vectors, the embedder.
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
  /** When a workspace was last asked to be embedded, by its key. */
  asked: Map<string, number>
  close(): Promise<void>
}

export function openSearch({ db, log, config }: Pick<GraphParts, 'db' | 'log' | 'config'>): Search {
  const embedder = openEmbedder(config.graph.embeddings, log)
  const near = openNear({ db, log })
  return {
    texts: openTextIndexes(db),
    near,
    embedder,
    asked: new Map(),
    close: async () => {
      await Promise.all([near.close(), embedder.close()])
    },
  }
}

/**
 * Under which name the database has a space: what one model made is of no use to another, nor to itself at another
 * length.
 */
export const storedSpace = ({ embedder }: Pick<Search, 'embedder'>, space: string): string =>
  space === LABELS_SPACE ? `${LABELS_SPACE}@${embedder.kind}` : space
