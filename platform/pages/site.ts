// The layout of public pages: header, content and footer.
import type { Visitor } from '../caller.ts'
import { Html, html, MARK } from './layout.ts'

export interface SitePage {
  /** Fastify path, such as `/trust/:slug`. */
  path: string
  /** Returns the page, or undefined if there is none (404). */
  render(request: SiteRequest): Promise<SiteAnswer | Elsewhere | undefined>
  /** Handles a form that the page sends to its own URL. It is authorized by the URL, not by a cookie. */
  submit?(request: SiteRequest & { form: URLSearchParams }): Promise<SiteAnswer | Elsewhere | undefined>
  /** CSS that this page needs in addition to the site's. */
  style?: string
}
export interface SiteRequest {
  params: Record<string, string>
  /** The first value of each name. */
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, unknown>>
  visitor: Visitor
  /** True for HEAD: the request only checks whether the page exists. */
  isHead: boolean
}
/** The page has moved. The URL starts with a slash, or is a signed URL of a file. */
export interface Elsewhere {
  redirect: string
}
export interface SiteAnswer {
  title: string
  description: string
  body: Html
  /** Default: 200. */
  status?: number
  /** Headers that belong to the status, such as Retry-After. */
  headers?: Readonly<Record<string, string>>
  /** Whether search engines may index it. */
  indexable?: boolean
  /** A custom icon. */
  icon?: string | undefined
  /** The content of the page in JSON-LD. */
  jsonLd?: object
  /** The entry of apps/web that renders the page. */
  app?: string
  /** The entry renders its own frame and style, so the page is otherwise empty. */
  bare?: true
}

/** Returns the page at `/` of a custom domain; the host is what the client sent, in lower case. */
export type HomeOf = (host: string) => Promise<SiteAnswer | undefined>

export const SITE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * Only our own scripts. The nonce is for style elements that the editor creates; `store` is the origin for file
 * uploads.
 */
export const appPolicy = ({ nonce, store }: Pick<AppFrame, 'nonce' | 'store'>): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'${store ? ` ${store}` : ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** A signed-in user who views the page. */
export interface Viewer {
  label: string
  /** URL of the account page; absent with an external provider. */
  account?: string
}

/** The user and workspace for API calls of a page of apps/web. */
export interface Acting extends Viewer {
  tenant: string
  workspace: string
  role: string
  /** The products on this server, so that a page calls no others. */
  products: readonly string[]
}

/** What a page of apps/web loads, and its initial data. */
export interface AppFrame {
  path: string
  nonce: string
  script: string
  styles: readonly string[]
  preloads: readonly string[]
  acting: Acting | undefined
  /** The origin of the blob store, if it is a different one. */
  store?: string | undefined
}

/** `address` is the path of the page; a user returns to it after signing in. */
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

/** Contains only what the script of the app needs. */
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

/** A page on a custom domain: without our name, links and sign-in. */
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

/** Not run as a script by browsers; escaped so that no text can end the element. */
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

/** Slashes are left unescaped in the query, because they are allowed there and easier to read. */
const signIn = (address: string) =>
  html`<a href="/session/login?return_to=${encodeURIComponent(address).replaceAll('%2F', '/')}">Sign in</a>`
const signOut = (viewer: Viewer) =>
  html`${viewer.account ? html`<a href="${viewer.account}">${viewer.label}</a>` : html`<span>${viewer.label}</span>`}<form method="post" action="/session/logout"><button class="link">Sign out</button></form>`

/** Shown if the deployment lacks the build of apps/web. */
export const unbuiltPage = (title: string): SiteAnswer => ({
  title,
  description: 'This page has not been built.',
  body: html`<h1>This page has not been built</h1><p class="lede">The server has no web files. Run <code>npm run build</code> with the development packages installed, and deploy <code>apps/web/dist</code> with the rest.</p>`,
})

export const awayPage = (): SiteAnswer => ({
  title: 'Temporarily unavailable',
  description: 'This page is temporarily unavailable.',
  body: html`<h1>This page is temporarily unavailable</h1><p class="lede">We cannot load its content at the moment. Try again in a minute.</p>`,
})

export const missingPage = (): SiteAnswer => ({
  title: 'Not found',
  description: 'There is no page at this URL.',
  body: html`<h1>Page not found</h1><p class="lede">The page may have moved, or may not be public. <a href="/">Go to the home page</a></p>`,
})
