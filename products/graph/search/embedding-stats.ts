// The progress of the built-in vectors, for the statistics.
import { LABELS_SPACE } from '@veritrace/contract/graph/search'
import type { Graph } from '../deps.ts'
import { storedSpace } from './open.ts'
import { countEmbedded, isBehind } from './progress-store.ts'
import { countLabelled, type Within } from './store.ts'

export interface EmbeddingStats {
  model: string
  labelled: number
  embedded: number
  pending: number
  upToDate: boolean
}

export async function embeddingStats(
  { db, search }: Pick<Graph, 'db' | 'search'>,
  within: Within,
): Promise<EmbeddingStats> {
  const { name: model, kind } = search.embedder
  const [labelled, embedded, behind] = await Promise.all([
    countLabelled(db, within),
    countEmbedded(db, ...within, storedSpace(search, LABELS_SPACE)),
    isBehind(db, within[0], within[1], kind),
  ])
  return { model, labelled, embedded, pending: Math.max(0, labelled - embedded), upToDate: !behind }
}
