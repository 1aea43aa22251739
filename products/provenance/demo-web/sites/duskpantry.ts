// A client-rendered site: every address answers with the same empty shell, and one script renders the pages.
import { file } from '../content.ts'
import type { Site } from '../site.ts'

const FOOT = `<footer><a href="/trust">Trust center</a> <a href="/legal/subprocessors">Subprocessors</a>
<p>Invented company for demonstration.</p></footer>`

const PAGES = {
  '/': `<h1>Stock that counts itself</h1>
<p>Duskpantry weighs what stands on the shelf, knows what the evening will need and writes the order before the kitchen closes.
Chefs see what is left, owners see what it costs, and nobody counts onions at midnight any more.</p>${FOOT}`,
  '/trust': `<h1>Trust center</h1>
<p>Duskpantry is SOC 2 Type II certified. Duskpantry is ISO 27001 certified.</p>
<p>Stock data is encrypted at rest with AES-256 and in transit with TLS 1.3. It is stored in Germany.</p>
<p>An independent company conducts penetration tests of Duskpantry each year.</p>${FOOT}`,
  '/legal/subprocessors': `<h1>Subprocessors</h1>
<p>Third parties that process personal data for Duskpantry.</p>
<table><thead><tr><th>Subprocessor</th><th>Purpose</th><th>Location</th></tr></thead>
<tbody><tr><td>Hobbinlake GmbH</td><td>Hosting</td><td>Germany</td></tr>
<tr><td>Tarnwhistle Ltd</td><td>E-mail</td><td>Ireland</td></tr></tbody></table>${FOOT}`,
}

const APP = `const pages = ${JSON.stringify(PAGES)}
document.getElementById('root').innerHTML =
  pages[location.pathname] ?? '<h1>Page not found</h1><p>There is nothing here. <a href="/">Back to the start</a></p>'
`

export const duskpantry: Site = {
  name: 'duskpantry',
  displayName: 'Duskpantry',
  aliases: ['Duskpantry Inc.'],
  tagline: 'Stock that counts itself',
  description: 'Inventory for restaurants and small kitchens.',
  accent: '#78350f',
  robots: 'User-agent: *\nAllow: /\n',
  sitemap: 'none',
  missing: 'shell',
  etag: false,
  pages: { '/assets/app-5f3c19.js': file('text/javascript', APP) },
}
