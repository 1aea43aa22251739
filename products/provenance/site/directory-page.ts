// The directory as HTML: search, filters and paging, all stored in the URL.
import { AI_ACT } from '@veritrace/contract/provenance/score-decision'
import { READINESS, VENDOR_SOURCE_STATUS, type VendorQuery } from '@veritrace/contract/provenance/vendors'
import { type Html, html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'
import { type ListedVendor, listVendors } from '../vendors/store.ts'
import { counted, labelFor } from './labels.ts'
import { badge, valueBadge } from './parts.ts'

const ON_PAGE = 50
const LAST_PAGE = 200

export const directoryPage = ({ db }: Pick<Provenance, 'db'>): SitePage => ({
  path: '/vendors',
  render: async ({ query }) => {
    const asked = readQuery(query)
    const { rows, total } = await listVendors(db, asked)
    const isPast = rows.length === 0 && total > 0
    return {
      title: 'Directory',
      description: 'Software vendors and their public statements about security, data and AI.',
      indexable: !isPast,
      ...(isPast && { status: 404 }),
      body: html`<h1>Directory</h1>
<p class="lede">Public statements of software vendors, each with its sentence, page and date.</p>
${filters(asked)}
<p class="quiet-text" role="status">${total === 1 ? 'One vendor' : `${total} vendors`}${asked.sort === 'quality' && rows.length > 1 && `. ${BEST_FIRST}`}</p>
${isPast ? pastTheEnd(asked, total, query.page) : rows.length > 0 ? html`<ul class="rows">${rows.map(row)}</ul>` : nothing(asked)}
${!isPast && pager(asked, total)}`,
    }
  },
})

/** The order of `quality` as rows show it. Confidence only decides between equal ones. */
const BEST_FIRST = `Best evidence first: ${READINESS.join(', ')}; then by completeness.`

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value)

/** Unknown filter values in the URL are ignored. */
function readQuery(query: Readonly<Record<string, string>>): VendorQuery {
  const page = Math.min(LAST_PAGE, Math.max(1, Math.trunc(Number(query.page)) || 1))
  const q = query.q?.trim().slice(0, 200)
  const ai_act = oneOf(AI_ACT, query.ai_act)
  const readiness = oneOf(READINESS, query.readiness)
  const source_status = oneOf(VENDOR_SOURCE_STATUS, query.source_status)
  return {
    offset: (page - 1) * ON_PAGE,
    limit: ON_PAGE,
    sort: query.sort === 'name' ? 'name' : 'quality',
    ...(q && { q }),
    ...(ai_act && { ai_act }),
    ...(readiness && { readiness }),
    ...(source_status && { source_status }),
  }
}

const filters = ({
  q,
  ai_act,
  readiness,
  source_status,
  sort,
}: VendorQuery): Html => html`<form class="filters" method="get" action="/vendors" role="search">
<label class="wide">Search<input type="search" name="q" value="${q ?? ''}" placeholder="Name or domain" maxlength="200"></label>
${choice('readiness', 'Evidence', READINESS, readiness)}
${choice('ai_act', 'AI Act, Article 50', AI_ACT, ai_act)}
${choice('source_status', 'Sources', VENDOR_SOURCE_STATUS, source_status)}
<label>Order<select name="sort">${[
  ['quality', 'Best evidence'],
  ['name', 'By name'],
].map(([value, label]) => option(value!, label!, sort))}</select></label>
<button class="button">Show</button>
</form>`

const choice = (name: string, label: string, values: readonly string[], chosen: string | undefined): Html =>
  html`<label>${label}<select name="${name}">${option('', 'Any', chosen ?? '')}${values.map((value) => option(value, labelFor(value), chosen))}</select></label>`

const option = (value: string, label: string, chosen: string | undefined): Html =>
  html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`

const row = (vendor: ListedVendor): Html => html`<li class="vendor">
<div><a href="/vendors/${vendor.slug}"><strong>${vendor.display_name}</strong></a> <span class="quiet-text">${vendor.primary_domain}</span></div>
<div class="badges">${vendor.verified && badge('Verified', 'good')}${valueBadge(vendor.readiness)}${vendor.ai_act !== 'unknown' && valueBadge(vendor.ai_act, `AI Act ${vendor.ai_act}`)}${vendor.source_status !== 'ok' && vendor.source_status !== 'unavailable' && valueBadge(vendor.source_status, `Sources ${vendor.source_status}`)}</div>
<div class="quiet-text numbers"><span>${counted(vendor.claim_count, 'claim')}</span><span>${counted(vendor.source_count, 'source')}</span><span>${vendor.completeness} of 100 complete</span>${vendor.score !== null && html`<span>score ${Math.round(vendor.score)}</span>`}</div>
</li>`

const nothing = ({ q }: VendorQuery): Html =>
  html`<p class="empty">Nothing matches${q && html` <strong>${q}</strong>`}. <a href="/vendors">Show all vendors</a></p>`

const pastTheEnd = (asked: VendorQuery, total: number, page = ''): Html =>
  html`<p class="empty">There is no page ${page.slice(0, 12)}. This list has ${pagesOf(total) === 1 ? 'one page' : `${pagesOf(total)} pages`}. <a href="${addressOf(asked, 1)}">Show the first page</a></p>`

const pagesOf = (total: number): number => Math.min(LAST_PAGE, Math.ceil(total / ON_PAGE))

function addressOf({ offset, limit, ...kept }: VendorQuery, page: number): string {
  return `/vendors?${new URLSearchParams({ ...kept, page: String(page) })}`
}

function pager(asked: VendorQuery, total: number): Html | false {
  const page = asked.offset / ON_PAGE + 1
  const pages = pagesOf(total)
  if (pages <= 1) return false
  return html`<nav class="pager" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${addressOf(asked, page - 1)}">Previous</a>`}<span>Page ${page} of ${pages}</span>${page < pages && html`<a rel="next" href="${addressOf(asked, page + 1)}">Next</a>`}</nav>`
}
