// Lists documents, newest first or, for a search, best match first.
import type { DocumentItem, DocumentQuery } from '@veritrace/contract/casework/documents'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { pageOfDocuments } from './page-store.ts'
import { highlightsOf, snippetOf } from './ranking/rules.ts'
import { askedIn, visibleTo } from './search-passages.ts'
import { type DocumentFilter, listDocuments as listNewest } from './store.ts'
import { viewHead } from './view.ts'

type Listing = Pick<Casework, 'db' | 'corpusSpace'>

export interface DocumentPage {
  items: DocumentItem[]
  next: string
  total: number | null
}

export async function listDocuments(deps: Listing, scope: Scope, query: DocumentQuery): Promise<DocumentPage> {
  const visible = visibleTo(deps, scope)
  const { q, mentions, cursor, limit, ...given } = query
  const filter: DocumentFilter = { ...given, ...(mentions && { named: nameIn(mentions) }) }
  const page = { limit, ...(cursor && { cursor }) }
  if (q === undefined) {
    const { items, next, total } = await listNewest(deps.db, visible, { ...filter, ...page })
    return { items: items.map((row) => ({ ...viewHead(row, visible.own), score: null, snippet: null })), next, total }
  }
  const terms = askedIn(q)
  const { items, next, total } = await pageOfDocuments(deps.db, visible, { terms, filter, ...page })
  const asked = new Set(terms)
  return {
    items: items.map((hit) => ({
      ...viewHead(hit, visible.own),
      score: hit.score,
      // A document whose text is not stored matches by its title alone, so there is no snippet.
      snippet:
        hit.stop === hit.start
          ? null
          : {
              ...snippetOf(hit.passage, highlightsOf(hit.passage, asked)),
              section: hit.heading,
              start: hit.start,
              end: hit.stop,
            },
    })),
    next,
    total,
  }
}

/** Searches `TABL:VBAK` as vbak, because texts name artifacts without their type. */
const nameIn = (shortForm: string): string => shortForm.slice(shortForm.indexOf(':') + 1).toLowerCase()
