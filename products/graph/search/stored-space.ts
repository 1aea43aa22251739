import { LABELS_SPACE } from '@veritrace/contract/graph/search'
import type { Embedder } from '../embedder/embedder.ts'

/**
 * The stored name of a vector space. It contains the model and vector length, because vectors of different models or
 * lengths cannot be compared.
 */
export const storedSpace = ({ embedder }: { embedder: Pick<Embedder, 'kind'> }, space: string): string =>
  space === LABELS_SPACE ? `${LABELS_SPACE}@${embedder.kind}` : space
