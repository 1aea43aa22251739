// Public pages and what they load. Pages are written whole by the server; a repeated visit costs a 304.
import type { FastifyReply } from 'fastify'
import { html, MARK } from './pages/layout.ts'
import { missingPage, SITE_POLICY, type SiteAnswer, type SitePage, sitePage } from './pages/site.ts'
import { SITE_STYLE } from './pages/site-style.ts'
import type { Http } from './server.ts'

export function mountSite(app: Http, pages: readonly SitePage[]): void {
  app.get('/assets/site.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(SITE_STYLE))
  app.get('/assets/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(ICON))
  for (const { path, render } of pages)
    app.get(path, async (request, reply) => {
      const answer = await render({ params: request.params as Record<string, string>, headers: request.headers })
      return sendPage(reply, answer ?? missingPage(), answer ? 200 : 404)
    })
}

export const sendPage = (reply: FastifyReply, answer: SiteAnswer, status = 200): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', SITE_POLICY)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(sitePage(answer))

const ICON = html`${MARK}`.text
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('currentColor', '#7a86a8')
  .replace('var(--accent)', '#4a6fd8')
