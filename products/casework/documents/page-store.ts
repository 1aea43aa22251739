// Search results in pages: a cursor contains the score and the id of the last result.
import { cappedCount } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { pageBy } from '@veritrace/platform/db/keyset'
import type { Tables } from '../tables.ts'
import { type Hit, searchDocuments } from './passage-store.ts'
import type { DocumentFilter, Visible } from './store.ts'

interface DocumentSearch {
  terms: readonly string[]
  filter: DocumentFilter
  limit: number
  cursor?: string
}

export async function pageOfDocuments(
  db: Db<Tables>,
  visible: Visible,
  { terms, filter, ...page }: DocumentSearch,
): Promise<{ items: Hit[]; next: string; total: number | null }> {
  let total = 0
  const found = await pageBy<Hit>(
    `${visible.own} documents ${terms.join(' ')}`,
    page,
    ({ score, id }) => [score, id],
    async (after, limit) => {
      const result = await searchDocuments(db, visible, { terms, filter, limit, after })
      total = result.total
      return result.rows
    },
  )
  return { ...found, total: cappedCount(total) }
}
