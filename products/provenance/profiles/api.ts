// The directory: implements contract/provenance/vendors.ts. All endpoints are public and may be cached for a minute.
import { contract } from '@veritrace/contract'
import type { EventType } from '@veritrace/contract/provenance/change-events'
import { DEEPEST_OFFSET, type VendorQuery, vendors } from '@veritrace/contract/provenance/vendors'
import { fail, notFound } from '@veritrace/platform/errors'
import { answer, written } from '@veritrace/platform/http/answer'
import { implement } from '@veritrace/platform/http/implement'
import type { Provenance } from '../deps.ts'
import { openStats } from '../vendors/count-directory.ts'
import { findVendorName, listEvents, listForFeed } from '../vendors/event-store.ts'
import { sinceOf } from '../vendors/moments.ts'
import { listFeatured, listVendors } from '../vendors/store.ts'
import { assembleProfile, assembleVendor, explainScore } from './assemble-profile.ts'
import { badge } from './badge.ts'
import { atomFeed, type Feed, jsonFeed } from './feed.ts'
import { viewEvent, viewVendor } from './view.ts'
import { writeProfile } from './write-profile.ts'

const CACHED = { 'cache-control': 'public, max-age=60' }
const cached = <T>(body: T, headers: Record<string, string> = {}) =>
  answer(body, { headers: { ...CACHED, ...headers } })
const JSON_FEED = { 'content-type': 'application/feed+json; charset=utf-8' }
const ATOM = { 'content-type': 'application/atom+xml; charset=utf-8' }
/** Other sites may embed the badge. */
const SVG = { 'content-type': 'image/svg+xml; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin' }

export const vendorsApi = (deps: Provenance) => {
  const stats = openStats(deps)
  const getName = async (slug: string) => (await findVendorName(deps.db, slug)) ?? notFound('vendor', slug)
  const feedOf = (slug: string | undefined, type: EventType | undefined, form: 'atom' | 'json') =>
    readFeed(deps, slug ? getName(slug) : undefined, type, form)

  return implement(vendors, {
    list: async ({ query }) => {
      if (query.offset > DEEPEST_OFFSET) tooDeep()
      const { rows, total } = await listVendors(deps.db, query)
      return cached({ vendors: rows.map(viewVendor), total }, nextLink(query, total))
    },
    get: async ({ params, query }) => cached(await assembleVendor(deps, params.slug, query.as_of)),
    profile: async ({ params, query }) =>
      written(writeProfile(await assembleProfile(deps, params.slug, query.as_of)), CACHED),
    score: async ({ params, query }) => cached(await explainScore(deps, params.slug, query.as_of)),
    events: async ({ params, query }) => {
      const { id } = await getName(params.slug)
      const { type, severity, since } = query
      const filter = {
        vendor: id,
        ...(type && { type }),
        ...(severity && { severity }),
        ...(since && { since: sinceOf(since)! }),
      }
      const { items, next } = await listEvents(deps.db, filter, query)
      return cached({ items: items.map(viewEvent), next })
    },
    atom: async ({ params, query }) => cached(atomFeed(await feedOf(params.slug, query.type, 'atom')), ATOM),
    feed: async ({ params, query }) =>
      cached(JSON.stringify(jsonFeed(await feedOf(params.slug, query.type, 'json'))), JSON_FEED),
    allAtom: async ({ query }) => cached(atomFeed(await feedOf(undefined, query.type, 'atom')), ATOM),
    allFeed: async ({ query }) =>
      cached(JSON.stringify(jsonFeed(await feedOf(undefined, query.type, 'json'))), JSON_FEED),
    badge: async ({ params }) => cached(badge(await getName(params.slug)), SVG),
    featured: async () => cached({ vendors: (await listFeatured(deps.db)).map(viewVendor) }),
    stats: async () => cached(await stats()),
  })
}

function tooDeep(): never {
  const message = `must be at most ${DEEPEST_OFFSET}; narrow the list with q or a filter`
  fail('invalid_query', `offset ${message}.`, { errors: [{ path: 'offset', message }] })
}

/** A link to the next page (RFC 8288), relative to the requested URL. */
function nextLink(query: VendorQuery, total: number): Record<string, string> {
  const offset = query.offset + query.limit
  if (offset >= total || offset > DEEPEST_OFFSET) return {}
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, offset })) params.set(name, String(value))
  return { link: `<?${params}>; rel="next"` }
}

async function readFeed(
  { db, publicUrl }: Provenance,
  found: Promise<{ id: string; slug: string; display_name: string }> | undefined,
  type: EventType | undefined,
  form: 'atom' | 'json',
): Promise<Feed> {
  const vendor = await found
  const events = await listForFeed(db, { ...(vendor && { vendor: vendor.id }), ...(type && { type }) })
  const path = `${contract.provenance.base}${vendor ? `/vendors/${vendor.slug}` : ''}/events.${form}`
  return {
    title: `Changes at ${vendor?.display_name ?? 'all vendors'}${type ? `: ${type}` : ''}`,
    self: new URL(type ? `${path}?type=${type}` : path, publicUrl).href,
    home: new URL(vendor ? `/vendors/${vendor.slug}` : '/', publicUrl).href,
    events,
  }
}
