import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** A name that waits for its DNS record is looked at again. */
const DOMAIN_MS = 20_000

export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['pages', slug, 'page'],
    queryFn: () => api.pages.get({ params: { slug } }),
    refetchInterval: ({ state }) => (state.data?.domain.status === 'pending_dns' ? DOMAIN_MS : false),
  })

export const readinessQuery = (slug: string) =>
  queryOptions({
    queryKey: ['pages', slug, 'readiness'],
    queryFn: () => api.pages.readiness({ params: { slug } }),
  })

/** What the plan allows; shared with whoever asks for it. */
export const entitlementsQuery = queryOptions({
  queryKey: ['billing', 'entitlements'],
  queryFn: () => api.account.entitlements(),
})

/** Everything that a change of a page, or of what it shows, is seen in. */
export const invalidatePages = (queries: QueryClient) =>
  Promise.all(['pages', 'overview', 'me', 'billing'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
