// The home page: what Veritrace is, what it offers, and how to call it.
import { contract, operationsOf, type Product } from '@veritrace/contract'
import { html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'

interface HomeFacts {
  url: string
  demo: boolean
  /** A published trust page as an example. */
  example: () => Promise<{ slug: string; display_name: string } | undefined>
}

export const homePage = ({ url, demo, example }: HomeFacts): SitePage => ({
  path: '/',
  render: async () => {
    const page = await example()
    return {
      title: 'Evidence for what software vendors say',
      description: 'Vendor profiles based on evidence, a knowledge graph, and cases decided with both.',
      indexable: true,
      body: html`<h1>What a vendor says, and where it says it</h1>
<p class="lede">Veritrace stores each claim with its sentence, page and date: a directory of software vendors, a knowledge graph, and cases decided with evidence.</p>
<p class="actions"><a class="button" href="/vendors">Browse the directory</a><a class="button quiet" href="/app">Open casework</a><a class="button quiet" href="/docs">Read the API</a>${page && html`<a class="button quiet" href="/trust/${page.slug}">See a trust page: ${page.display_name}</a>`}</p>
<h2>Three products</h2>
<div class="grid">${Object.values(contract).map(card)}</div>
${demo && tryIt(url)}`,
    }
  },
})

function card(product: Product) {
  const count = operationsOf(product).length
  return html`<section class="card"><h3>${product.title}</h3><p>${product.description}</p>
<p class="meta"><code>${product.base}</code><span>${count === 0 ? 'not built yet' : `${count} operations`}</span>${product.base === '/graph' && html`<a href="/graph/console">Query page</a>`}</p></section>`
}

const tryIt = (url: string) => html`<h2>Try it</h2>
<p>This server runs in demo mode: a ready tenant, an embedded identity provider, and a database in its data folder. Get a token in the project folder and call the API:</p>
<pre tabindex="0" role="region" aria-label="Commands">TOKEN=$(npm run -s token -- --tenant acme --plan pro --role admin | tail -1)
curl -H "Authorization: Bearer $TOKEN" ${url}/api/provenance/v1/app/pages</pre>`
