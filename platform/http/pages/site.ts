// The frame of public pages: header, content, footer.
import { type Html, html, MARK } from './layout.ts'

export interface SitePage {
  /** Fastify path, such as `/trust/:slug`. */
  path: string
  /** The page, or undefined where there is none (404). */
  render(request: {
    params: Record<string, string>
    headers: Readonly<Record<string, unknown>>
  }): Promise<SiteAnswer | undefined>
}
export interface SiteAnswer {
  title: string
  description: string
  body: Html
  /** Search engines may keep it. */
  indexable?: boolean
}

export const SITE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data: https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Someone who is signed in and looks at the page. */
export interface Viewer {
  label: string
}

export function sitePage({ title, description, body, indexable = false }: SiteAnswer, viewer?: Viewer): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
${indexable ? '' : html`<meta name="robots" content="noindex">`}
<title>${title} · Veritrace</title>
<link rel="stylesheet" href="/assets/site.css">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
</head>
<body>
<header class="site"><div class="frame">
<a class="brand" href="/">${MARK}<span>Veritrace</span></a>
<nav aria-label="Main"><a href="/docs">API reference</a><a href="/docs/errors">Errors</a>${viewer ? signOut(viewer) : SIGN_IN}</nav>
</div></header>
<main class="frame">
${body}
</main>
<footer class="site"><div class="frame"><span>Veritrace, Apache-2.0</span><a href="/openapi.json">OpenAPI</a><a href="/healthz">Health</a></div></footer>
</body>
</html>
`.text
}

const SIGN_IN = html`<a href="/session/login?return_to=/">Sign in</a>`
const signOut = (viewer: Viewer) =>
  html`<span>${viewer.label}</span><form method="post" action="/session/logout"><button class="link">Sign out</button></form>`

export const missingPage = (): SiteAnswer => ({
  title: 'Not found',
  description: 'There is nothing at this address.',
  body: html`<h1>There is nothing here</h1><p class="lede">The page may have moved, or may not be public. <a href="/">Go to the start</a></p>`,
})
