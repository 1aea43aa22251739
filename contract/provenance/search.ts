// One search across the directory and the customer's own records.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { limit, named, strict } from '../wire.ts'

export type AppSearchResult = Static<typeof AppSearchResult>
export const AppSearchResult = named(
  'AppSearchResult',
  t.Object({
    id: t.String(),
    kind: t.String(),
    title: t.String(),
    subtitle: t.String(),
    url: t.String(),
    status: t.String(),
  }),
)
const Results = t.Array(AppSearchResult, { description: 'Best match first' })

export const AppSearchResponse = named(
  'AppSearchResponse',
  t.Object({ query: t.String(), vendors: Results, evidence: Results, statements: Results, trust_pages: Results }),
)

export const workspaceSearch = {
  search: endpoint('GET /app/search', {
    summary: 'Search vendors, and your evidence, statements and trust pages',
    description: 'Tolerates one or two typos. `limit` applies to each of the four lists.',
    auth: 'session',
    query: strict({ q: t.String({ maxLength: 200, default: '' }), limit: limit(25, 10) }),
    ok: AppSearchResponse,
  }),
}
