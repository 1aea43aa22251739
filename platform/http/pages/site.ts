// The frame of public pages: header, content, footer.
import type { Visitor } from '../../identity/caller.ts'
import { Html, html, MARK } from './layout.ts'

export interface SitePage {
  /** Fastify path, such as `/trust/:slug`. */
  path: string
  /** The page, or undefined where there is none (404). */
  render(request: SiteRequest): Promise<SiteAnswer | Elsewhere | undefined>
  /** What a form of the page, sent to its own address, brings about. What it may do is in its address, not in a cookie. */
  submit?(request: SiteRequest & { form: URLSearchParams }): Promise<SiteAnswer | Elsewhere | undefined>
  /** CSS that this page needs in addition to the site's. */
  style?: string
}
export interface SiteRequest {
  params: Record<string, string>
  /** The first of each name. */
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, unknown>>
  visitor: Visitor
  /** HEAD: somebody looks whether there is something, and takes nothing. */
  isHead: boolean
}
/** The page has moved; the address begins with a slash, or is a signed one of a file. */
export interface Elsewhere {
  redirect: string
}
export interface SiteAnswer {
  title: string
  description: string
  body: Html
  /** 200 where it is not given. */
  status?: number
  /** What goes with the status, such as Retry-After. */
  headers?: Readonly<Record<string, string>>
  /** Search engines may keep it. */
  indexable?: boolean
  /** Its icon, where it is not ours. */
  icon?: string | undefined
  /** What the page says, in JSON-LD. */
  jsonLd?: object
  /** The entry of apps/web that fills the page. */
  app?: string
  /** That entry brings its own frame and look: the page is empty. */
  bare?: true
}

/** What stands at `/` of a domain that is somebody's own; the host is what a client wrote, in lower case. */
export type HomeOf = (host: string) => Promise<SiteAnswer | undefined>

export const SITE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Scripts of our own only; the nonce is for the style elements that the editor makes, `store` where files are sent to. */
export const appPolicy = ({ nonce, store }: Pick<AppFrame, 'nonce' | 'store'>): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'${store ? ` ${store}` : ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Someone who is signed in and looks at the page. */
export interface Viewer {
  label: string
  /** Where their account is looked after; absent where another provider does. */
  account?: string
}

/** For whom calls from a page of apps/web are made. */
export interface Acting extends Viewer {
  tenant: string
  workspace: string
  role: string
  /** What runs at this server: a page asks no other. */
  products: readonly string[]
}

/** What a page of apps/web loads and knows from the beginning. */
export interface AppFrame {
  path: string
  nonce: string
  script: string
  styles: readonly string[]
  preloads: readonly string[]
  acting: Acting | undefined
  /** The origin of the blob store, if it is another. */
  store?: string | undefined
}

/** `address` is where the page stands: who signs in comes back to it. */
export const sitePage = (
  answer: SiteAnswer,
  { viewer, app, sheet, address = app?.path ?? '/' }: Framing = {},
): string => (answer.bare && app ? barePage(answer, app) : framedPage(answer, { address, viewer, app, sheet }))

export interface Framing {
  viewer?: Viewer | undefined
  app?: AppFrame | undefined
  /** The address of a style sheet of the page. */
  sheet?: string | undefined
  address?: string
}

const framedPage = (answer: SiteAnswer, { address = '/', viewer, app, sheet }: Framing): string =>
  wholePage(
    { ...answer, title: `${answer.title} · Veritrace`, sheet },
    html`<header class="site"><div class="frame">
<a class="brand" href="/">${MARK}<span>Veritrace</span></a>
<nav aria-label="Main"><a href="/vendors">Directory</a><a href="/docs">Docs</a>${viewer && html`<a href="/workspace">Workspace</a>`}</nav>
<div class="account">${viewer ? signOut(viewer) : signIn(address)}</div>
</div></header>
<main class="frame">
${answer.body}
</main>
${!app && FOOTER}`,
    app,
  )

/** Nothing but what the script of the app needs. */
const barePage = ({ title, description }: SiteAnswer, app: AppFrame): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">${appTags(app)}
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`.text

/** On a domain of its owner: without our name and our links, and nobody signs in there. */
export const ownPage = (answer: SiteAnswer): string =>
  wholePage(
    answer,
    html`<main class="frame">
${answer.body}
</main>`,
  )

const wholePage = (
  { title, description, indexable = false, icon, jsonLd, sheet }: SiteAnswer & Pick<Framing, 'sheet'>,
  body: Html,
  app?: AppFrame,
): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
${indexable ? '' : html`<meta name="robots" content="noindex">`}
<title>${title}</title>
<link rel="stylesheet" href="/assets/site.css">${
    sheet &&
    html`
<link rel="stylesheet" href="${sheet}">`
  }
${icon ? html`<link rel="icon" href="${icon}">` : html`<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">`}${jsonLd && dataOf(jsonLd)}${app && appTags(app)}
</head>
<body${app && html` class="app"`}>
${body}
</body>
</html>
`.text

/** No script: browsers do not run it, and no text in it can end the element. */
const dataOf = (data: object): Html =>
  html`
<script type="application/ld+json">${new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`

const FOOTER = html`<footer class="site"><div class="frame"><span>Veritrace, Apache-2.0</span><a href="/openapi.json">OpenAPI</a><a href="/healthz">Health</a></div></footer>`

const appTags = ({ nonce, script, styles, preloads, acting }: AppFrame) => html`
<meta property="csp-nonce" nonce="${nonce}">
${acting && html`<meta name="acting" content="${JSON.stringify(acting)}">`}
${styles.map((path) => html`<link rel="stylesheet" href="/${path}">`)}
${preloads.map((path) => html`<link rel="modulepreload" href="/${path}">`)}
<script type="module" src="/${script}"></script>`

/** A slash may stand in a query as it is, and is easier to read there. */
const signIn = (address: string) =>
  html`<a href="/session/login?return_to=${encodeURIComponent(address).replaceAll('%2F', '/')}">Sign in</a>`
const signOut = (viewer: Viewer) =>
  html`${viewer.account ? html`<a href="${viewer.account}">${viewer.label}</a>` : html`<span>${viewer.label}</span>`}<form method="post" action="/session/logout"><button class="link">Sign out</button></form>`

/** Where a deployment has left the build of apps/web out. */
export const unbuiltPage = (title: string): SiteAnswer => ({
  title,
  description: 'This page has not been built.',
  body: html`<h1>This page has not been built</h1><p class="lede">The server runs without the web files. Run <code>npm run build</code> where the development packages are installed, and deploy <code>apps/web/dist</code> with the rest.</p>`,
})

export const awayPage = (): SiteAnswer => ({
  title: 'Not now',
  description: 'This page cannot be shown right now.',
  body: html`<h1>We cannot answer right now</h1><p class="lede">The page is there, but what it shows cannot be read at the moment. Try again in a minute.</p>`,
})

export const missingPage = (): SiteAnswer => ({
  title: 'Not found',
  description: 'There is nothing at this address.',
  body: html`<h1>There is nothing here</h1><p class="lede">The page may have moved, or may not be public. <a href="/">Go to the start</a></p>`,
})
