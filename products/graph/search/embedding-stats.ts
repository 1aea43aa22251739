// The progress of the built-in vectors, for the statistics.
import { LABELS_SPACE } from '@veritrace/contract/graph/search'
import type { GraphParts } from '../deps.ts'
import type { Search } from './open.ts'
import { countEmbedded, isBehind } from './progress-store.ts'
import { countLabelled, type Within } from './store.ts'
import { storedSpace } from './stored-space.ts'

export interface EmbeddingStats {
  model: string
  labelled: number
  embedded: number
  pending: number
  upToDate: boolean
}

export async function embeddingStats(
  { db, embedder }: Pick<GraphParts, 'db'> & Pick<Search, 'embedder'>,
  within: Within,
): Promise<EmbeddingStats> {
  const { name: model, kind } = embedder
  const [labelled, embedded, behind] = await Promise.all([
    countLabelled(db, within),
    countEmbedded(db, ...within, storedSpace({ embedder }, LABELS_SPACE)),
    isBehind(db, within[0], within[1], kind),
  ])
  return { model, labelled, embedded, pending: Math.max(0, labelled - embedded), upToDate: !behind }
}
