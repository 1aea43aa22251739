// Search: implements contract/provenance/search.ts.
import { type AppSearchResult, workspaceSearch } from '@veritrace/contract/provenance/search'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { plain, ranked } from './rules.ts'
import { type Found, findEvidence, findPages, findStatements, findVendors } from './store.ts'

export const searchApi = ({ db, clock }: Pick<Provenance, 'db' | 'clock'>) =>
  implement(workspaceSearch, {
    search: async ({ query: { q, limit } }, { tenant }) => {
      const text = plain(q)
      if (text === '') return { query: q, vendors: [], evidence: [], statements: [], trust_pages: [] }
      const list = async (found: Promise<Found[]>, kind: Kind) =>
        ranked(q, await found, limit).map((one) => view(one, kind))
      const [vendors, evidence, statements, trust_pages] = await Promise.all([
        list(findVendors(db, tenant, text), 'vendor'),
        list(findEvidence(db, tenant, text), 'evidence'),
        list(findStatements(db, tenant, text, clock.now()), 'statement'),
        list(findPages(db, tenant, text), 'trust_page'),
      ])
      return { query: q, vendors, evidence, statements, trust_pages }
    },
  })

const PLACES = {
  vendor: ({ slug }: Found) => `/vendors/${slug}`,
  evidence: ({ id }: Found) => `/workspace/evidence/${id}`,
  statement: ({ id }: Found) => `/workspace/statements/${id}`,
  trust_page: ({ slug }: Found) => `/workspace/pages/${slug}`,
} as const
type Kind = keyof typeof PLACES

const view = (found: Found, kind: Kind): AppSearchResult => ({
  id: found.id,
  kind,
  title: found.title,
  subtitle: found.subtitle,
  url: PLACES[kind](found),
  status: found.status,
})
