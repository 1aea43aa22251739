// The docs as pages of the site: written from the repository's Markdown files and from the contract.
import type { contract } from '@veritrace/contract'
import type { Endpoint } from '@veritrace/contract/endpoint'
import { Html, html } from '@veritrace/platform/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/pages/site'
import { type Content, docsPage } from './frame.ts'
import { type DocPage, type Library, openLibrary } from './library.ts'
import { type Catalog, catalogOf } from './reference/catalog.ts'
import { errorsContent, eventsContent } from './reference/lists.ts'
import { overviewContent, productContent, referenceLinks, tagContent } from './reference/pages.ts'
import { type Hit, openSearch } from './search.ts'
import { DOCS_STYLE } from './style.ts'

export interface DocsOptions {
  products: readonly (keyof typeof contract)[]
  isServed: (endpoint: Endpoint) => boolean
}

interface Docs {
  library: Library
  catalog: Catalog
  search: (query: string) => Hit[]
}

export function docsPages(options: DocsOptions): SitePage[] {
  let docs: Docs | undefined
  // Read when someone asks: startup does not wait for it.
  const open = (): Docs => {
    if (docs) return docs
    const [library, catalog] = [openLibrary(), catalogOf(options.products, options.isServed)]
    let search: Docs['search'] | undefined
    docs = {
      ...{ library, catalog },
      search: (query) => {
        search ??= openSearch(library, catalog.operations)
        return search(query)
      },
    }
    return docs
  }
  const written = new Map<string, SiteAnswer | undefined>()
  return [
    {
      path: '/docs',
      style: DOCS_STYLE,
      render: async () => answer(open(), '/docs', 'Start', homeContent(open().library)),
    },
    {
      path: '/docs/*',
      style: DOCS_STYLE,
      render: async ({ params, query }) => {
        const address = `/docs/${params['*']}`.replace(/\/$/, '')
        if (address === '/docs/search') return answer(open(), address, '', searchContent(open(), query.q?.trim() ?? ''))
        // Only addresses that exist are kept, so there is a bound.
        if (written.has(address)) return written.get(address)
        const page = pageAt(open(), options, address)
        if (page) written.set(address, page)
        return page
      },
    },
  ]
}

function pageAt(docs: Docs, { products }: DocsOptions, address: string): SiteAnswer | undefined {
  const doc = docs.library.pages.get(address)
  if (doc) return answer(docs, address, doc.section, docContent(doc))
  const content = referenceAt(docs.catalog, products, address)
  return content && answer(docs, address, 'API reference', content)
}

function referenceAt(catalog: Catalog, products: readonly string[], address: string): Content | undefined {
  if (address === '/docs/errors') return errorsContent()
  if (address === '/docs/events') return eventsContent(products)
  if (address === '/docs/api') return overviewContent(catalog)
  const [, product, tag] = /^\/docs\/api\/([^/]+)(?:\/([^/]+))?$/.exec(address) ?? []
  if (!product) return undefined
  return tag ? tagContent(catalog, product, tag) : productContent(catalog, product)
}

const answer = ({ library, catalog }: Docs, address: string, section: string, content: Content): SiteAnswer =>
  docsPage({ library, reference: referenceLinks(catalog) }, { address, section }, content)

const docContent = ({ title, lead, html: body, headings, file }: DocPage): Content => ({
  title,
  description: lead.slice(0, 200),
  body: html`${new Html(body)}<p class="quiet-text">Source: <code>${file}</code></p>`,
  headings,
})

function homeContent({ sections }: Library): Content {
  const shown = sections.filter(({ pages }) => pages.length > 0)
  return {
    title: 'Documentation',
    description: 'How to start, call, run and extend Veritrace.',
    body: html`<h1 class="long">Documentation</h1>
<p class="lede">Start in two minutes, call the API, run it in production.</p>
<div class="grid">${shown.map(
      ({ title, pages }) =>
        html`<section class="card"><h2>${title}</h2><ul>${pages.slice(0, 6).map((page) => html`<li><a href="${page.address}">${page.title}</a></li>`)}</ul></section>`,
    )}<section class="card"><h2>API reference</h2><ul><li><a href="/docs/api">All operations</a></li><li><a href="/docs/errors">Error codes</a></li><li><a href="/docs/events">Event types</a></li><li><a href="/openapi.json">OpenAPI 3.1</a></li></ul></section></div>`,
  }
}

function searchContent({ search }: Docs, query: string): Content {
  const hits = query ? search(query) : []
  const found = hits.map(
    ({ address, title, within, text }) =>
      html`<li><a href="${address}">${title}</a> <span class="quiet-text">${within}</span><p>${text}</p></li>`,
  )
  return {
    title: query ? `Search: ${query}` : 'Search',
    description: 'Search the docs.',
    query,
    body: html`<h1 class="long">Search</h1>
${found.length > 0 ? html`<ul class="rows docs-hits">${found}</ul>` : html`<p class="empty">${query ? `No page matches “${query}”. Try fewer or other words.` : 'Type what you are looking for.'}</p>`}`,
  }
}
