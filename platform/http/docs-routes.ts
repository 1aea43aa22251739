// The API reference at /docs, its OpenAPI documents, and the catalogs of errors and events.
import { contract, type Product } from '@veritrace/contract'
import type { Endpoint } from '@veritrace/contract/endpoint'
import { ERRORS } from '@veritrace/contract/errors'
import { EVENT_TYPES } from '@veritrace/contract/event-types'
import { openapi } from '@veritrace/contract/openapi'
import Fastify from 'fastify'
import type { ProductName } from '../config/config.ts'
import type { Mounted } from './implement.ts'
import { MONO, SANS } from './pages/fonts.ts'
import { Html, html, MARK } from './pages/layout.ts'
import { TOKENS } from './pages/style.ts'
import type { Http } from './server.ts'
import { sendPage } from './site-routes.ts'

/**
 * The reference creates style elements at run time. Scripts must be our own, and nothing is loaded from other origins.
 */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Served {
  name: ProductName
  endpoints: readonly Mounted[]
}

export function mountDocs(app: Http, served: readonly Served[]): void {
  const products = served.map(({ name }) => name)
  const mounted = new Set<Endpoint>(served.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)))
  const documentOf = (names: readonly ProductName[], info: Parameters<typeof openapi>[1]) =>
    openapi(
      names.map((name) => contract[name] as Product),
      info,
      (endpoint) => mounted.has(endpoint),
    )
  const whole = {
    title: 'Veritrace',
    version: '0.1.0',
    description: 'Three products, one API: provenance, graph and casework.',
  }
  const documents = new Map([['/openapi.json', () => documentOf(products, whole)]])
  for (const name of products) {
    const { title, version, description } = contract[name]
    documents.set(`/openapi/${name}.json`, () => documentOf([name], { title, version, description }))
  }
  for (const [path, write] of documents) {
    let text: string | undefined
    app.get(path, async (_request, reply) => {
      text ??= JSON.stringify(write())
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }

  app.get('/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', REFERENCE_POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(REFERENCE_PAGE),
  )
  const start = startOf(products)
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  app.get('/docs/reference.js', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/javascript; charset=utf-8')
      .send(await referenceScript()),
  )
  app.get('/docs/errors', async (_request, reply) => sendPage(reply, errorsPage(), { address: '/docs/errors' }))
  app.get('/docs/events', async (_request, reply) => sendPage(reply, eventsPage(products), { address: '/docs/events' }))
}

/** Our fonts and colors; the reference switches between light and dark with its own class. */
const REFERENCE_STYLE = `${TOKENS}
:root { --scalar-font: ${SANS}; --scalar-font-code: ${MONO}; --scalar-radius: 6px; --scalar-radius-lg: 9px; }
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
:is(.light-mode, .dark-mode) {
  --scalar-background-1: var(--canvas); --scalar-background-2: var(--sunken); --scalar-background-3: var(--line);
  --scalar-color-1: var(--ink); --scalar-color-2: var(--ink-2); --scalar-color-3: var(--ink-3);
  --scalar-color-accent: var(--accent); --scalar-link-color: var(--accent); --scalar-border-color: var(--line);
}`

/** One document per product: the first loads in half the time of all three, and the others follow in the background. */
const startOf = (products: readonly ProductName[]): string =>
  `Scalar.createApiReference('#app', ${JSON.stringify({
    sources: products.map((slug) => ({ slug, title: contract[slug].title, url: `/openapi/${slug}.json` })),
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    metaData: { title: 'API reference · Veritrace' },
    customCss: REFERENCE_STYLE,
  })})\n`

/** A header in the style of the site. The reference reserves space for a sticky header of this height. */
const BAR_STYLE = `${TOKENS}
:root { --scalar-custom-header-height: 3.5rem; }
body { margin: 0; background: var(--canvas); }
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
.bar { position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: 3.5rem; padding: 0 1.25rem; display: flex; align-items: center; gap: 1.5rem; font: 0.875rem/1.6 ${SANS}; color: var(--ink); background: var(--surface); border-bottom: 1px solid var(--line); }
.bar a { padding: 0.375rem 0; color: var(--ink-2); text-decoration: none; white-space: nowrap; }
.bar a:hover { color: var(--ink); text-decoration: underline; text-underline-offset: 4px; }
.bar a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.bar .brand { display: flex; align-items: center; gap: 0.5rem; margin-right: auto; font-size: 0.9375rem; font-weight: 640; letter-spacing: -0.012em; color: inherit; }
`

const REFERENCE_PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Veritrace</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<style>${new Html(BAR_STYLE)}</style>
</head>
<body>
<header class="bar"><a class="brand" href="/">${MARK}<span>Veritrace</span></a><a href="/vendors">Directory</a><a href="/docs/errors">Errors</a><a href="/docs/events">Events</a></header>
<div id="app"></div>
<noscript>The reference needs JavaScript. As JSON: <a href="/openapi.json">/openapi.json</a></noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`.text

/** Its schema library tests whether it may use eval. The policy forbids that, so skip the test on every visit. */
const NO_EVAL = 'globalThis.__zod_globalConfig = { jitless: true };\n'
let script: Promise<string> | undefined
/**
 * The package serves its 4 MB script only through its own plugin, so fetch it once from a server that does not listen.
 */
function referenceScript(): Promise<string> {
  script ??= (async () => {
    const { default: reference } = await import('@scalar/fastify-api-reference')
    const quiet = Fastify()
    await quiet.register(reference, { routePrefix: '/reference', configuration: { content: '{}' } })
    return NO_EVAL + (await quiet.inject('/reference/js/scalar.js')).body
  })()
  return script
}

/** Renders text in backticks as code. */
const withCode = (text: string) => text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))

function errorsPage() {
  const rows = Object.entries(ERRORS).map(
    ([code, error]) =>
      html`<tr id="${code}"><td><code>${code}</code></td><td>${error.status}</td><td>${error.title}</td><td>${withCode(error.help)}</td></tr>`,
  )
  return {
    title: 'Errors',
    description: 'Every error of the APIs, what it means and what to do.',
    body: html`<h1>Errors</h1>
<p class="lede">Every error is a problem document (RFC 9457). Its <code>code</code> never changes; its <code>type</code> leads to the line below.</p>
<div class="table" tabindex="0" role="region" aria-label="All errors"><table><thead><tr><th>Code</th><th>Status</th><th>What it means</th><th>What to do</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  }
}

function eventsPage(products: readonly ProductName[]) {
  const parts = (['account', ...products] as const).map((part) => {
    const rows = Object.entries(EVENT_TYPES[part]).map(
      ([type, meaning]) => html`<tr><th scope="row"><code>${type}</code></th><td>${meaning}</td></tr>`,
    )
    const title = `${part[0]!.toUpperCase()}${part.slice(1)}`
    return html`<h2>${title}</h2>
<div class="table" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
  })
  return {
    title: 'Events',
    description: 'The events in the audit log and webhooks, and what they mean.',
    body: html`<h1>Events</h1>
<p class="lede">The events in the audit log and webhooks. A webhook can subscribe to names, to a prefix such as <code>page.*</code>, or to all events.</p>
${parts}`,
  }
}
