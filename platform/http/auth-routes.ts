// The embedded identity provider at /auth: its protocol, its sign-in page and userinfo.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { fail } from '../errors.ts'
import type { Events } from '../events/event.ts'
import type { MailRoute } from '../identity/pages/sign-in.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { readUserinfo } from '../identity/provider/userinfo.ts'
import { keepBrowserKey } from '../identity/users/known-browsers.ts'
import type { Jobs } from '../jobs/job.ts'
import type { Limiter } from '../metering/rate-limit.ts'
import type { Mailer } from '../outside/mailer.ts'
import { mountAccount } from './account-routes.ts'
import { AUTH_PATH, passes, readForm } from './auth-forms.ts'
import { limitedBytes, readText } from './body-stream.ts'
import { mountBrowser } from './browser-routes.ts'
import { mountRegister } from './register-routes.ts'
import { mountReset } from './reset-routes.ts'
import type { Http } from './server.ts'
import type { SessionOf } from './session-routes.ts'
import { type DemoAccount, mountSignIn } from './sign-in-routes.ts'

export interface AuthDeps {
  db: Db
  clock: Clock
  provider: IdentityProvider
  events: Events
  jobs: Pick<Jobs, 'add'>
  limiter: Limiter
  mailer: Pick<Mailer, 'send' | 'configured'>
  /** People may sign up themselves. */
  registration: boolean
  /** Shown on the sign-in page; only in demo mode. */
  demo?: DemoAccount
  sessionOf: SessionOf
}

const TOKEN_FORM_BYTES = 64 * 1024
/**
 * A token is valid for minutes, so even a whole company behind one address requests fewer. Each one is stored and
 * signed.
 */
const TOKENS_PER_MINUTE = 1_200
/** The routes of the library. Everything else gets our usual answers: 404, or 405 with the allowed methods. */
const PROTOCOL: Record<string, string[]> = {
  '/.well-known/openid-configuration': ['GET', 'OPTIONS'],
  '/.well-known/oauth-authorization-server': ['GET', 'OPTIONS'],
  '/jwks': ['GET', 'OPTIONS'],
  '/authorize': ['GET'],
  '/authorize/:uid': ['GET'],
  '/token': ['POST', 'OPTIONS'],
  '/revoke': ['OPTIONS'],
  '/introspect': ['OPTIONS'],
  '/logout': ['GET'],
  '/logout/confirm': ['POST'],
  '/logout/success': ['GET'],
}
/** `report-sample` allows no script: the library adds the hash of its script if it needs one. */
const PROVIDER_POLICY = "default-src 'none'; script-src 'report-sample'; base-uri 'none'; frame-ancestors 'none'"

export async function mountAuth(app: Http, deps: AuthDeps): Promise<void> {
  const browserKey = await keepBrowserKey(deps.db)
  await app.register(async (scope) => {
    // Bodies remain on the socket: the library reads its own, and the sign-in form is read here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const userinfo = (request: FastifyRequest) => readUserinfo(deps, request.headers.authorization)
    scope.get(`${AUTH_PATH}/userinfo`, userinfo)
    scope.post(`${AUTH_PATH}/userinfo`, userinfo)
    const forms = { ...deps, mail: mailRouteOf(deps), browserKey }
    mountSignIn(scope, forms)
    mountBrowser(scope, forms)
    if (deps.registration) mountRegister(scope, AUTH_PATH, forms)
    mountReset(scope, AUTH_PATH, forms)
    mountAccount(scope, AUTH_PATH, forms)
    const onRequest = (request: FastifyRequest) => limitTokens(deps, request)
    for (const name of ['introspect', 'revoke'])
      scope.post(`${AUTH_PATH}/${name}`, { onRequest }, (request, reply) => passToken(deps.provider, request, reply))
    for (const name of ['authorize', 'logout'])
      scope.post(`${AUTH_PATH}/${name}`, (request, reply) => askAgain(`${AUTH_PATH}/${name}`, request, reply))
    const handler = (request: FastifyRequest, reply: FastifyReply) => passOn(deps.provider, request, reply)
    for (const [path, method] of Object.entries(PROTOCOL))
      scope.route({ url: AUTH_PATH + path, method, handler, ...(path === '/token' && { onRequest }) })
  })
}

async function limitTokens(deps: AuthDeps, request: FastifyRequest): Promise<void> {
  if (await passes(deps, request, 'token', TOKENS_PER_MINUTE)) return
  const detail = `The limit is ${TOKENS_PER_MINUTE} calls per minute from one address.`
  fail('rate_limited', detail, {}, { 'retry-after': '5' })
}

/**
 * OpenID Connect also allows form POST for these two endpoints. Browsers omit SameSite cookies from another site's
 * form, but send them when they follow the redirect.
 */
async function askAgain(path: string, request: FastifyRequest, reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').redirect(`${path}?${await readForm(request)}`, 303)
}

function mailRouteOf({ mailer, demo }: AuthDeps): MailRoute {
  if (mailer.configured) return { reaches: true }
  return demo?.mailPage ? { reaches: true, mailPage: demo.mailPage } : { reaches: false }
}

async function passToken(provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const form = await readText(limitedBytes(request.raw, TOKEN_FORM_BYTES))
  passOn(provider, request, reply, form)
}

/** Passes the request to the library with the public origin of the server, whatever the client claims. */
function passOn(provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply, form?: string): void {
  const { raw } = request
  const home = new URL(provider.issuer)
  raw.headers['x-forwarded-proto'] = home.protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = home.host
  raw.headers['x-forwarded-for'] = request.ip
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !name.startsWith('access-control-')) reply.raw.setHeader(name, value)
  reply.raw.setHeader('content-security-policy', PROVIDER_POLICY)
  reply.hijack()
  const original = raw.url!
  Object.assign(raw, { originalUrl: original })
  raw.url = original.slice(AUTH_PATH.length).replace(/^(?!\/)/, '/')
  // The request log reads the URL after the response was sent.
  reply.raw.prependOnceListener('finish', () => {
    raw.url = original
  })
  if (form === undefined) provider.handle(raw, reply.raw)
  else provider.handleToken(raw, reply.raw, form).catch((error: Error) => reply.raw.destroy(error))
}
