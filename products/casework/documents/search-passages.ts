// Finds the passages that match a question best, with highlights.
import type { Casework } from '../deps.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import type { EntryRow } from '../model/tables.ts'
import { type Hit, searchBestPassages } from './passage-store.ts'
import { highlightsOf, type Span } from './ranking/rules.ts'
import type { Visible } from './store.ts'
import { termsOf } from './terms/rules.ts'

export interface Passage {
  document_id: string
  entry_id: string | null
  evidence_id: string | null
  source_id: string
  title: string
  /** The heading above the passage; empty if there is none. */
  section: string
  section_id: string
  text: string
  /** Position in the text of the document. */
  start: number
  end: number
  score: number
  /** The share of the query terms, by weight, that the passage contains: 0 to 1. */
  coverage: number
  /** Positions in `text`. */
  highlights: Span[]
  /** The SPDX identifier. */
  license: string
  attribution: string
  url: string | null
  as_of: Date | null
}

export interface PassageQuery {
  q: string
  packId: string
  limit: number
  kind?: EntryRow['kind']
  exceptSource?: string
  /** Restricts the search to documents of the workspace itself. */
  onlyOwn?: boolean
}

type Searching = Pick<Casework, 'db' | 'corpusSpace'>

export async function searchPassages(
  deps: Searching,
  scope: Scope,
  { q, packId, limit, kind, exceptSource, onlyOwn }: PassageQuery,
): Promise<Passage[]> {
  const terms = askedIn(q)
  const filter = {
    pack: packId,
    ...(kind && { kind }),
    ...(exceptSource && { except_source: exceptSource }),
    ...(onlyOwn && { space: spaceOf(scope) }),
  }
  const hits = await searchBestPassages(deps.db, visibleTo(deps, scope), { terms, filter, limit })
  const asked = new Set(terms)
  return hits.map((hit) => passageOf(hit, asked))
}

/** Any further terms would hardly change the ranking. */
const MAX_TERMS = 24

export const askedIn = (q: string): string[] => termsOf(q).slice(0, MAX_TERMS)

export const visibleTo = ({ corpusSpace }: Pick<Casework, 'corpusSpace'>, scope: Scope): Visible => ({
  shared: corpusSpace,
  own: spaceOf(scope),
  scope,
})

const passageOf = (hit: Hit, asked: ReadonlySet<string>): Passage => ({
  document_id: hit.id,
  entry_id: hit.entry_id,
  evidence_id: hit.evidence_id,
  source_id: hit.source_id,
  title: hit.title,
  section: hit.heading,
  section_id: hit.section,
  text: hit.passage,
  start: hit.start,
  end: hit.stop,
  score: hit.score,
  coverage: hit.coverage,
  highlights: highlightsOf(hit.passage, asked),
  license: hit.license.spdx,
  attribution: hit.license.attribution,
  url: hit.url,
  as_of: hit.as_of,
})
