// The query page. The server writes its frame; apps/web fills it.
import { html } from '@veritrace/platform/http/pages/layout'
import type { SitePage } from '@veritrace/platform/http/pages/site'

export const consolePage: SitePage = {
  path: '/graph/console',
  render: async () => ({
    title: 'Query',
    description: 'Ask the knowledge graph with SPARQL: results as a table, as a graph and as they were sent.',
    body: html`<div id="app"></div>
<noscript><p class="lede">The query page needs JavaScript. The same answers come from <a href="/docs">the API</a>: POST /graph/sparql.</p></noscript>`,
    app: 'console',
  }),
}
