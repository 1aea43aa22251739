// Renders responses from data: what a host of the demo serves at a path on a day.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { articlePage, homePage, missingPage, shellPage } from './pages/articles.ts'
import { type Frame, layout } from './pages/layout.ts'
import { pdfOf } from './pages/pdf.ts'
import { statusPage, statusSummary } from './pages/status.ts'
import { STYLE } from './pages/style.ts'
import { subprocessorPage } from './pages/subprocessor-list.ts'
import { LINK, type Page, type Site } from './site.ts'
import { manifestOf, securityTxtOf, sitemapFiles } from './well-known.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

/** The current day of the story, and the port of the server. */
export interface Moment {
  day: number
  port: number
}

/** Labels before .localhost that a site serves. */
export const hostsOf = (site: Site): string[] => [
  site.name,
  ...(site.status ? [`status.${site.name}`] : []),
  ...Object.keys(site.elsewhere ?? {}),
]

/** The pages of a host on a day, with changes applied. */
export function pagesOn(site: Site, host: string, day: number): Map<string, Page> {
  const pages = new Map(Object.entries(host === site.name ? site.pages : (site.elsewhere?.[host] ?? {})))
  for (const change of site.changes ?? []) {
    if ((change.host ?? site.name) !== host || day < change.from || day > (change.until ?? day)) continue
    if (change.page) pages.set(change.path, change.page)
    else pages.delete(change.path)
  }
  return pages
}

export function answer(site: Site, host: string, path: string, moment: Moment): Answer {
  const page = pagesOn(site, host, moment.day).get(path)
  if (path === '/site.css') return textAnswer('text/css', STYLE, moment)
  const own = ownFile(site, host, path, moment)
  if (own) return own
  return page ? pageAnswer(site, host, page, moment) : missingAnswer(site, host, moment)
}

/** Generated files, unless the site defines a page at their path. */
function ownFile(site: Site, host: string, path: string, moment: Moment): Answer | undefined {
  if (host === `status.${site.name}` && site.status) return statusAnswer(site, path, moment)
  if (host !== site.name || pagesOn(site, host, moment.day).has(path)) return undefined
  if (path === '/robots.txt' && site.robots)
    return typeof site.robots === 'string'
      ? textAnswer('text/plain', site.robots, moment)
      : pageAnswer(site, host, site.robots, moment)
  if (path === '/.well-known/security.txt' && site.securityTxt)
    return textAnswer('text/plain', securityTxtOf(site), moment)
  const pages = pagesOn(site, host, moment.day)
  if (path === '/.well-known/trust.json' && site.manifest)
    return textAnswer('application/json', manifestOf(site, pages), moment)
  const map = sitemapFiles(site, pages).get(path)
  if (map === undefined) return undefined
  const text = resolved(map, moment)
  if (!path.endsWith('.gz')) return textAnswer('application/xml', text, moment)
  return { status: 200, headers: { 'content-type': 'application/gzip' }, body: gzipSync(text) }
}

function statusAnswer(site: Site, path: string, moment: Moment): Answer | undefined {
  const status = site.status!
  if (path === '/api/v2/summary.json')
    return textAnswer('application/json', statusSummary(site, status, moment.day), moment)
  if (path !== '/') return undefined
  const page: Page = { kind: 'status', title: 'Status', content: { as: 'article', markdown: '' }, link: '' }
  return textAnswer(
    'text/html',
    statusPage(frameOf(site, `status.${site.name}`, page, moment), status, moment.day),
    moment,
  )
}

function pageAnswer(site: Site, host: string, page: Page, moment: Moment): Answer {
  const { content } = page
  if (content.as === 'redirect') {
    const location = resolved(content.to, moment)
    return { status: content.status, headers: { location }, body: Buffer.from('') }
  }
  if (content.as === 'pdf') return withTag(site, 'application/pdf', pdfOf(page.title, content.lines), page.headers)
  if (content.as === 'file') return textAnswer(content.type, content.text, moment, page.headers)
  const frame = frameOf(site, host, page, moment)
  if (content.as === 'error') {
    const body = layout(frame, `<article><h1>${content.status}</h1><p>${content.text}</p></article>`)
    return { ...textAnswer('text/html', body, moment, content.headers), status: content.status }
  }
  const html = resolved(htmlOf(frame, content), moment)
  const body = Buffer.from(html, page.charset === 'iso-8859-1' ? 'latin1' : 'utf8')
  const silent = page.charset && page.charsetIn === 'meta'
  return withTag(site, silent ? 'text/html' : `text/html; charset=${page.charset ?? 'utf-8'}`, body, page.headers)
}

function htmlOf(
  frame: Frame,
  content: Exclude<Page['content'], { as: 'pdf' | 'file' | 'redirect' | 'error' }>,
): string {
  if (content.as === 'article') return articlePage(frame, content)
  return content.as === 'home' ? homePage(frame, content) : subprocessorPage(frame, content)
}

function missingAnswer(site: Site, host: string, moment: Moment): Answer {
  const page: Page = { kind: '', title: 'Page not found', content: { as: 'article', markdown: '' }, link: '' }
  const frame = frameOf(site, host, page, moment)
  if (host !== site.name) return { ...textAnswer('text/html', missingPage(frame), moment), status: 404 }
  if (site.missing === 'home') return { status: 302, headers: { location: '/' }, body: Buffer.from('') }
  if (site.missing === 'shell') return textAnswer('text/html', shellPage(frame), moment)
  return { ...textAnswer('text/html', missingPage(frame), moment), status: site.missing === 'soft' ? 200 : 404 }
}

/** The footer links all pages of the site on that day, and its other hosts. */
function frameOf(site: Site, host: string, page: Page, { day }: Moment): Frame {
  const base = host === site.name ? '' : `site://${site.name}`
  const own = [...pagesOn(site, site.name, day)].map(([path, one]) => [one.link, `${base}${path}`] as const)
  const away = Object.keys(site.elsewhere ?? {}).flatMap((other) =>
    [...pagesOn(site, other, day)].map(([path, one]) => [one.link, `site://${other}${path}`] as const),
  )
  const status = site.status ? [['Status', `site://status.${site.name}/`] as const] : []
  return { site, page, home: `${base}/`, links: [...own, ...away, ...status].filter(([label]) => label !== '') }
}

function textAnswer(type: string, text: string, moment: Moment, headers: Page['headers'] = {}): Answer {
  const body = Buffer.from(resolved(text, moment))
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, ...headers }, body }
}

function withTag(site: Site, type: string, body: Uint8Array, headers: Page['headers'] = {}): Answer {
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 20)
  return {
    status: 200,
    headers: { 'content-type': type, ...(site.etag !== false && { etag: `"${tag}"` }), ...headers },
    body,
  }
}

const resolved = (text: string, { port }: Moment): string =>
  text.replace(LINK, (_, host: string) => `http://${host}.localhost:${port}`)
