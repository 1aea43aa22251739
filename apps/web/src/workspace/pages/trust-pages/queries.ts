import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** How often to check a domain that waits for its DNS record. */
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

/** The entitlements of the plan, shared by all components. */
export const entitlementsQuery = queryOptions({
  queryKey: ['billing', 'entitlements'],
  queryFn: () => api.account.entitlements(),
})

/** Refreshes everything that depends on a page. */
export const invalidatePages = (queries: QueryClient) =>
  Promise.all(['pages', 'overview', 'me', 'billing'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
