// The query page. The server renders the frame, apps/web the content.
import { html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'

export const consolePage: SitePage = {
  path: '/graph/console',
  render: async () => ({
    title: 'Query',
    description:
      'Query the knowledge graph with SPARQL. Results are shown as a table, as a graph or in their raw form.',
    body: html`<div id="app"></div>
 <noscript><p class="lede">The query page needs JavaScript. You can also use <a href="/docs">the API</a>: POST /graph/sparql.</p></noscript>`,
    app: 'console',
  }),
}
