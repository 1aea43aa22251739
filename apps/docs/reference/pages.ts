// The pages of the reference: all products, one product, one group of operations.
import { html } from '@veritrace/platform/pages/layout'
import type { Content, SidebarLink } from '../frame.ts'
import type { Catalog } from './catalog.ts'
import { recordedExamples } from './examples.ts'
import { operationSection } from './operation.ts'

export const referenceLinks = ({ products }: Catalog): SidebarLink[] => [
  { address: '/docs/api', title: 'Overview' },
  ...products.map(({ id, title, tags }) => ({
    address: `/docs/api/${id}`,
    title,
    children: tags.map((tag) => ({ address: `/docs/api/${id}/${tag.slug}`, title: tag.title })),
  })),
  { address: '/docs/errors', title: 'Error codes' },
  { address: '/docs/events', title: 'Event types' },
]

export function overviewContent({ products }: Catalog): Content {
  return {
    title: 'API reference',
    description: 'Every operation of the three APIs with its parameters, answers and errors.',
    body: html`<h1 class="long">API reference</h1>
<p class="lede">Every operation with its parameters, responses and errors. The same as data: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<div class="grid">${products.map(
      ({ id, title, description, tags }) =>
        html`<section class="card"><h3><a href="/docs/api/${id}">${title}</a></h3><p>${description}</p><p class="meta"><span>${countOf(tags)}</span><a href="/openapi/${id}.json">OpenAPI</a></p></section>`,
    )}</div>
<h2>Before your first call</h2>
<ul><li><a href="/docs/guides/authentication">Authentication</a>: get a token or a key.</li><li><a href="/docs/guides/paging">Paging</a>: read long lists.</li><li><a href="/docs/guides/idempotency">Idempotency</a>: retry writes safely.</li><li><a href="/docs/guides/errors">Handling errors</a>: what to do with a problem document.</li></ul>`,
  }
}

export function productContent({ products }: Catalog, productId: string): Content | undefined {
  const product = products.find(({ id }) => id === productId)
  if (!product) return undefined
  return {
    title: `${product.title} API`,
    description: product.description,
    body: html`<h1 class="long">${product.title} API</h1>
<p class="lede">${product.description}</p>
${product.tags.map(
  ({ title, slug, operations }) => html`<h2 id="${slug}"><a href="/docs/api/${product.id}/${slug}">${title}</a></h2>
<div class="table" tabindex="0" role="region" aria-label="${title}"><table class="operations"><tbody>${operations.map(
    ({ method, path, summary, address }) =>
      html`<tr><td><span class="verb ${method.toLowerCase()}">${method}</span></td><td><a href="${address}">${summary}</a><br><code>${path}</code></td></tr>`,
  )}</tbody></table></div>`,
)}`,
    headings: product.tags.map(({ slug, title }) => ({ id: slug, text: title, depth: 2 })),
  }
}

export function tagContent({ products, schemas }: Catalog, productId: string, slug: string): Content | undefined {
  const product = products.find(({ id }) => id === productId)
  const tag = product?.tags.find((one) => one.slug === slug)
  if (!product || !tag) return undefined
  const examples = recordedExamples()
  return {
    title: `${tag.title} · ${product.title} API`,
    description: `${tag.title}: operations of the ${product.title} API.`,
    body: html`<p class="crumbs"><a href="/docs/api">API reference</a> / <a href="/docs/api/${product.id}">${product.title}</a></p>
<h1 class="long">${tag.title}</h1>
${tag.operations.map((operation) => operationSection(operation, { schemas, examples }))}`,
    headings: tag.operations.map(({ anchor, summary }) => ({ id: anchor, text: summary, depth: 2 })),
  }
}

function countOf(tags: Catalog['products'][number]['tags']): string {
  const count = tags.reduce((sum, { operations }) => sum + operations.length, 0)
  return `${count} ${count === 1 ? 'operation' : 'operations'}`
}
