// Public pages and their assets. Pages are rendered by the server; a repeated visit costs a 304.
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../config/config.ts'
import { fail } from '../errors.ts'
import type { Limiter } from '../metering/rate-limit.ts'
import { FONT_FOLDER, FONT_NAMES, readFont } from '../pages/fonts.ts'
import { html, MARK } from '../pages/layout.ts'
import { inLook } from '../pages/look.ts'
import {
  type Acting,
  type AppFrame,
  appPolicy,
  awayPage,
  type Elsewhere,
  type HomeOf,
  missingPage,
  ownPage,
  SITE_POLICY,
  type SiteAnswer,
  type SitePage,
  type SiteRequest,
  sitePage,
  unbuiltPage,
  type Viewer,
} from '../pages/site.ts'
import { SITE_STYLE } from '../pages/site-style.ts'
import { limitedBytes, readText } from './body-stream.ts'
import { encodingFor } from './compression.ts'
import { incoming } from './requester.ts'
import { answerAwayPages, answerMissingPages, type Http } from './server.ts'
import type { WebFiles } from './web-files.ts'

/**
 * Redirects browsers that used another name of this machine to the one in cookies and redirects, such as from 127.0.0.1
 * to localhost. Only without a configured public URL, because a proxy may use another name.
 */
export function preferOneName(app: Http, publicUrl: string): void {
  const { host, hostname } = new URL(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    const asked = request.headers.host ?? ''
    const wanted = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!wanted || asked === host || !isLoopback(hostname) || !isLoopback(asked.replace(/:\d+$/, ''))) return done()
    reply.redirect(publicUrl + request.url, 307)
  })
}

/** The user who is signed in with this browser, if any. */
export type ViewerOf = (request: FastifyRequest) => Promise<Viewer | undefined>

/** The web app's part of pages that it renders. */
export interface Web {
  files: WebFiles
  /** The user and workspace for calls of this browser, if any. */
  actingOf: (request: FastifyRequest) => Promise<Acting | undefined>
  /** The origin to which files are uploaded, if not this one. */
  storeOf?: (() => Promise<string>) | undefined
}

export interface SiteOptions {
  viewerOf: ViewerOf
  /** Limits pages that are opened with a token, because people open only a few. */
  limiter?: Limiter
  web?: Web | undefined
  homeOf?: HomeOf
}

const TOKEN_PAGES_PER_MINUTE = 60
const FORM_BYTES = 32 * 1024

export function mountSite(app: Http, pages: readonly SitePage[], options: SiteOptions): void {
  const { viewerOf, web, homeOf, limiter } = options
  app.get('/assets/site.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(SITE_STYLE))
  mountFonts(app)
  app.get('/assets/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(ICON))
  const sendMissing = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPage(reply, missingPage(), { status: 404, viewer: await viewerOf(request) })
  const give = async (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: SiteAnswer | Elsewhere | undefined,
    sheet?: string,
  ): Promise<FastifyReply> => {
    if (isTokenPage(request)) reply.header('cache-control', 'no-store')
    if (!answer) return sendMissing(request, reply)
    if ('redirect' in answer) return reply.redirect(answer.redirect, request.method === 'POST' ? 303 : 302)
    const viewer = await viewerOf(request)
    const status = answer.status ?? 200
    // A token must not be put into another URL, which may be logged.
    const address = isTokenPage(request) ? '/' : request.url
    if (!answer.app) return sendPage(reply, answer, { viewer, status, address, sheet })
    const frame = await frameOf(web, answer.app, request)
    return frame
      ? sendPage(reply, answer, { viewer, frame, status, address })
      : sendPage(reply, unbuiltPage(answer.title), { viewer, status: 503, address })
  }
  const sheetOf = mountSheets(app, pages)
  for (const { path, render, submit, style } of pages) {
    const sheet = sheetOf(style)
    app.get(path, async (request, reply) => {
      if (path === '/' && homeOf) {
        reply.header('vary', 'host')
        const home = await homeOf(hostOf(request))
        if (home) return pageHeaders(reply, SITE_POLICY).send(ownPage(home))
      }
      await passLimit(limiter, request)
      return give(request, reply, await render(asked(request)), sheet)
    })
    if (submit)
      app.register(async (scope) => {
        // Only in this scope, so that other routes never read a form of another site.
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null))
        scope.post(path, async (request, reply) => {
          await passLimit(limiter, request)
          const form = new URLSearchParams(await readText(limitedBytes(request.raw, FORM_BYTES)))
          return give(request, reply, await submit({ ...asked(request), form }), sheet)
        })
      })
  }
  if (web) mountWebFiles(app, web.files)
  answerMissingPages(app, sendMissing)
  // Without the database the signed-in user is unknown.
  answerAwayPages(app, async (_request, reply) => sendPage(reply, awayPage(), { status: 503 }))
}

function asked(request: FastifyRequest): SiteRequest {
  const { requestId, ip, userAgent } = incoming(request)
  return {
    params: request.params as Record<string, string>,
    query: queryOf(request.url),
    headers: request.headers,
    visitor: { requestId, ip, userAgent },
    isHead: request.method === 'HEAD',
  }
}

const isTokenPage = ({ params }: FastifyRequest): boolean =>
  typeof params === 'object' && params !== null && 'token' in params

async function passLimit(limiter: Limiter | undefined, request: FastifyRequest): Promise<void> {
  if (!limiter || !isTokenPage(request)) return
  const verdict = await limiter.take({ key: `token-page:${request.ip}`, perMinute: TOKEN_PAGES_PER_MINUTE })
  if (!verdict.allowed) fail('rate_limited', undefined, {}, { 'retry-after': String(verdict.resetSeconds) })
}

/** Behind a trusted proxy, this is the host that the client requested. */
const hostOf = ({ hostname }: FastifyRequest): string => hostname.toLowerCase().replace(/\.$/, '')

function queryOf(address: string): Record<string, string> {
  const parameters = new URLSearchParams(address.split('?')[1])
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.get(name)!]))
}

/** Style sheets of pages, each once, under a name that changes with the content. */
function mountSheets(app: Http, pages: readonly SitePage[]): (style: string | undefined) => string | undefined {
  const addresses = new Map<string, string>()
  for (const style of new Set(pages.flatMap((page) => page.style ?? []))) {
    const address = `/assets/page-${createHash('sha256').update(style).digest('hex').slice(0, 12)}.css`
    addresses.set(style, address)
    app.get(address, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(style),
    )
  }
  return (style) => style && addresses.get(style)
}

function mountFonts(app: Http): void {
  for (const name of FONT_NAMES)
    app.get(FONT_FOLDER + name, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=604800')
        .type('font/woff2')
        .send(await readFont(name)),
    )
}

/** Cached forever, because their names change with their content. */
function mountWebFiles(app: Http, files: WebFiles): void {
  app.get('/assets/*', async (request, reply) => {
    const path = `assets/${(request.params as { '*': string })['*']}`
    const file = await files.file(path, encodingFor(request.headers['accept-encoding']))
    if (!file) return reply.callNotFound()
    if (file.encoding) reply.header('content-encoding', file.encoding)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(file.type)
      .send(file.bytes)
  })
}

async function frameOf(web: Web | undefined, name: string, request: FastifyRequest): Promise<AppFrame | undefined> {
  const entry = await web?.files.entry(name)
  if (!web || !entry) return undefined
  const path = request.url.split('?')[0]!
  // If the store is unreachable, the page still loads, and an upload reports the problem.
  const store = await web.storeOf?.().catch(() => undefined)
  return { ...entry, path, nonce: randomBytes(16).toString('base64'), acting: await web.actingOf(request), store }
}

interface Sent {
  status?: number
  viewer?: Viewer | undefined
  sheet?: string | undefined
  frame?: AppFrame
  /** The path to return to after sign-in; absent for missing pages. */
  address?: string
}

export const sendPage = (
  reply: FastifyReply,
  answer: SiteAnswer,
  { status = 200, viewer, frame, sheet, address = '/' }: Sent = {},
): FastifyReply =>
  pageHeaders(reply.code(status).headers(answer.headers ?? {}), frame ? appPolicy(frame) : SITE_POLICY).send(
    inLook(sitePage(answer, { viewer, app: frame, sheet, address }), reply.request.headers.cookie),
  )

const pageHeaders = (reply: FastifyReply, policy: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', reply.getHeader('cache-control') ?? 'private, no-cache')
    // With no-referrer a browser sends `Origin: null` with our own forms, so they look like another site's.
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .type('text/html; charset=utf-8')

const ICON = html`${MARK}`.text
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('currentColor', '#7a86a8')
  .replace('var(--accent)', '#4a6fd8')
