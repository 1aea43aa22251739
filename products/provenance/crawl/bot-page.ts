// Describes the crawler to people who find it in their logs.
import { html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'

export const botPage = ({ crawl, browser }: Pick<Provenance, 'crawl' | 'browser'>): SitePage => ({
  path: '/bot',
  render: async () => ({
    title: crawl.agent,
    description: `What ${crawl.agent} reads, how often, and how to block it.`,
    indexable: true,
    body: html`<h1>${crawl.agent}</h1>
<p class="lede">${crawl.agent} reads what software vendors publish about security, privacy and compliance, and stores each sentence with its page and date.</p>
<h2>How to recognize it</h2>
<p>It always identifies itself, and never pretends to be a browser:</p>
<pre tabindex="0" role="region" aria-label="User-Agent header">User-Agent: ${crawl.userAgent}</pre>
${crawl.from && html`<p>Contact the operator at <a href="mailto:${crawl.from}">${crawl.from}</a>.</p>`}
<h2>What it reads</h2>
<ul>
<li>Public pages only: trust centers, security and privacy pages, data processing agreements, lists of subprocessors, status pages, <code>security.txt</code>, and the home page and sitemap that lead there.</li>
<li>No forms and no sign-in. It does not bypass pages that refuse access.</li>
<li>${scriptsOf(browser !== undefined)}</li>
<li>A status page about once a day, any other page about once a week, with conditional requests if the page supports them.</li>
<li>${pauseOf(crawl.delayMs)} It slows down for <code>Crawl-delay</code>, <code>Retry-After</code> and slow responses.</li>
</ul>
<h2>How to block it</h2>
<p>It obeys <code>robots.txt</code> (RFC 9309), which it reads at least once a day. These lines block it from a whole site:</p>
<pre tabindex="0" role="region" aria-label="Lines for robots.txt">User-agent: ${crawl.agent}
Disallow: /</pre>
<p>A page with <code>noarchive</code> in its robots meta tag or <code>X-Robots-Tag</code> header is read, but its copy is not shown. A vendor that does not want to be listed at all can ask the operator of this installation to stop all requests.</p>
<h2>Alternative</h2>
<p>A file at <code>/.well-known/trust.json</code> lists your pages, so that the crawler need not search for them.</p>`,
  }),
})

/** The browser has the same name as the crawler, and each of its requests passes the same rules. */
const scriptsOf = (hasBrowser: boolean): string =>
  hasBrowser
    ? 'Scripts run only on pages that are empty without them. What such a page requests counts like any other request: same name, same pauses, and nothing that robots.txt blocks.'
    : 'It runs no scripts.'

const pauseOf = (delayMs: number): string =>
  delayMs === 0
    ? 'One request at a time.'
    : `One request at a time to each host, with a pause of at least ${delayMs / 1000} s between requests.`
