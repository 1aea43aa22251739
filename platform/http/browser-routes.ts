// Known browsers: the cookie of browsers that signed in before, and /auth/browser, which creates this cookie for a link
// from an operator.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { cookieNames, readCookie, setCookie } from '../cookies.ts'
import type { Db } from '../db/db.ts'
import { busyPage } from '../identity/pages/reset.ts'
import { browserPage, browserReadyPage, voidBrowserLinkPage } from '../identity/pages/sign-in-link.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { BROWSER_SECONDS, knowing } from '../identity/users/known-browsers.ts'
import { readLink, useLink } from '../identity/users/sign-in-link.ts'
import { AUTH_PATH, type FormDeps, foreignPage, isOwnPage, NO_REFERRER, passes, showPage } from './auth-forms.ts'

export interface BrowserDeps {
  clock: Clock
  provider: Pick<IdentityProvider, 'issuer'>
  browserKey: Uint8Array
}
type BrowserRoutes = BrowserDeps & FormDeps & { db: Db }
type Opening = FastifyRequest<{ Params: { token: string } }>

/** Links cannot be guessed; the limit stops floods. */
const LINKS_PER_MINUTE = 30
export const browserLink = (issuer: string, token: string): string => `${issuer}/browser/${token}`

/** The scope must leave bodies on the socket. */
export function mountBrowser(scope: FastifyInstance, deps: BrowserRoutes): void {
  scope.get(`${AUTH_PATH}/browser/:token`, (request: Opening, reply) => showBrowser(deps, request, reply))
  scope.post(`${AUTH_PATH}/browser/:token`, (request: Opening, reply) => takeBrowser(deps, request, reply))
}

export const browserCookie = (deps: BrowserDeps, { headers }: FastifyRequest): string | undefined =>
  readCookie(headers.cookie, namesOf(deps).browser)

/** Records that this user has signed in with this browser. */
export async function rememberBrowser(
  deps: BrowserDeps,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const value = await knowing(deps.browserKey, deps.clock, browserCookie(deps, request), userId)
  reply.header('set-cookie', setCookie(deps.provider.issuer, namesOf(deps).browser, value, BROWSER_SECONDS))
}

async function showBrowser(deps: BrowserRoutes, request: Opening, reply: FastifyReply) {
  if (!(await passes(deps, request, 'browser-link', LINKS_PER_MINUTE)))
    return showPage(reply, 429, busyPage(), NO_REFERRER)
  const user = await readLink(deps, null, request.params.token)
  return user
    ? showPage(reply, 200, browserPage(user.email), NO_REFERRER)
    : showPage(reply, 404, voidBrowserLinkPage(), NO_REFERRER)
}

async function takeBrowser(deps: BrowserRoutes, request: Opening, reply: FastifyReply) {
  if (!isOwnPage(deps, request)) return showPage(reply, 403, foreignPage(), NO_REFERRER)
  if (!(await passes(deps, request, 'browser-link', LINKS_PER_MINUTE)))
    return showPage(reply, 429, busyPage(), NO_REFERRER)
  const user = await useLink(deps, null, request.params.token)
  if (!user) return showPage(reply, 404, voidBrowserLinkPage(), NO_REFERRER)
  await rememberBrowser(deps, user.id, request, reply)
  return showPage(reply, 200, browserReadyPage(user.email), NO_REFERRER)
}

const namesOf = ({ provider }: BrowserDeps) => cookieNames(provider.issuer)
