// What the crawler is, for whoever finds it in a log.
import { html } from '@veritrace/platform/http/pages/layout'
import type { SitePage } from '@veritrace/platform/http/pages/site'
import type { Provenance } from '../deps.ts'

export const botPage = ({ crawl }: Pick<Provenance, 'crawl'>): SitePage => ({
  path: '/bot',
  render: async () => ({
    title: crawl.agent,
    description: `What ${crawl.agent} reads, how often, and how to keep it away.`,
    indexable: true,
    body: html`<h1>${crawl.agent}</h1>
<p class="lede">${crawl.agent} reads what software vendors publish about security, privacy and compliance, and keeps each sentence with the page and the day it comes from.</p>
<h2>How to know it</h2>
<p>It always says who it is, and never pretends to be a browser:</p>
<pre tabindex="0" role="region" aria-label="User-Agent header">User-Agent: ${crawl.userAgent}</pre>
${crawl.from && html`<p>Whoever runs it reads <a href="mailto:${crawl.from}">${crawl.from}</a>.</p>`}
<h2>What it reads</h2>
<ul>
<li>Public pages only: trust centers, security and privacy pages, data processing agreements, lists of subprocessors, status pages, <code>security.txt</code>, and the home page and sitemap that lead there.</li>
<li>No forms, no sign-in, no scripts. It does not get around a page that refuses it.</li>
<li>A status page about once a day, any other page about once a week, with conditional requests where the page allows them.</li>
<li>${pauseOf(crawl.delayMs)} It goes more slowly where <code>Crawl-delay</code>, <code>Retry-After</code> or slow answers ask for it.</li>
</ul>
<h2>How to keep it away</h2>
<p>It obeys <code>robots.txt</code> (RFC 9309), which it reads at least once a day. This keeps it off a whole site:</p>
<pre tabindex="0" role="region" aria-label="Lines for robots.txt">User-agent: ${crawl.agent}
Disallow: /</pre>
<p>A page with <code>noarchive</code> in its robots meta tag or <code>X-Robots-Tag</code> header is read, but the copy is not shown. A vendor that does not want to be listed at all can ask the operator of this installation; its pages are then not requested any more.</p>
<h2>Another way</h2>
<p>A file at <code>/.well-known/trust.json</code> tells it where your pages are, so that it need not look for them.</p>`,
  }),
})

const pauseOf = (delayMs: number): string =>
  delayMs === 0
    ? 'One request at a time.'
    : `One request at a time to a host, with at least ${delayMs / 1000} s between two of them.`
