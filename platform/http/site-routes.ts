// Public pages and what they load. Pages are written whole by the server; a repeated visit costs a 304.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../config/config.ts'
import { html, MARK } from './pages/layout.ts'
import { missingPage, SITE_POLICY, type SiteAnswer, type SitePage, sitePage, type Viewer } from './pages/site.ts'
import { SITE_STYLE } from './pages/site-style.ts'
import { answerMissingPages, type Http } from './server.ts'

/**
 * Sends browsers that came by another name of this machine to the one that cookies and redirects agree on, such as
 * from 127.0.0.1 to localhost. Only for an address that nobody configured: a proxy may well call us by another name.
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

/** Who has signed in with this browser, if anyone. */
export type ViewerOf = (request: FastifyRequest) => Promise<Viewer | undefined>

export function mountSite(app: Http, pages: readonly SitePage[], viewerOf: ViewerOf): void {
  app.get('/assets/site.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(SITE_STYLE))
  app.get('/assets/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(ICON))
  const sendMissing = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPage(reply, missingPage(), { status: 404, viewer: await viewerOf(request) })
  for (const { path, render } of pages)
    app.get(path, async (request, reply) => {
      const answer = await render({ params: request.params as Record<string, string>, headers: request.headers })
      return answer ? sendPage(reply, answer, { viewer: await viewerOf(request) }) : sendMissing(request, reply)
    })
  answerMissingPages(app, sendMissing)
}

export const sendPage = (
  reply: FastifyReply,
  answer: SiteAnswer,
  { status = 200, viewer }: { status?: number; viewer?: Viewer | undefined } = {},
): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', SITE_POLICY)
    .header('cache-control', 'private, no-cache')
    // With no-referrer a browser sends `Origin: null` with our own forms, which looks like somebody else's.
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(sitePage(answer, viewer))

const ICON = html`${MARK}`.text
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('currentColor', '#7a86a8')
  .replace('var(--accent)', '#4a6fd8')
