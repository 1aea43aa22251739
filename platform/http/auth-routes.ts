// The embedded identity provider at /auth: its protocol, its sign-in page, its userinfo.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { fail } from '../errors.ts'
import type { Events } from '../events/event.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { readUserinfo } from '../identity/provider/userinfo.ts'
import { wasPasswordChanged } from '../identity/users/store.ts'
import { verifyPassword } from '../identity/users/users.ts'
import type { Jobs } from '../jobs/job.ts'
import type { Limiter } from '../metering/rate-limit.ts'
import type { Mailer } from '../outside/mailer.ts'
import { mountAccount } from './account-routes.ts'
import { AUTH_PATH, foreignPage, isOwnOrigin, passes, readForm } from './auth-forms.ts'
import { limitedBytes, readText } from './body-stream.ts'
import { pageHeaders } from './pages/layout.ts'
import { inLook } from './pages/look.ts'
import { consentPage, expiredPage, type MailRoute, type SignInPage, signInPage } from './pages/sign-in.ts'
import { mountRegister } from './register-routes.ts'
import { mountReset } from './reset-routes.ts'
import type { Http } from './server.ts'
import type { SessionOf } from './session-routes.ts'

export interface AuthDeps {
  db: Db
  clock: Clock
  provider: IdentityProvider
  events: Events
  jobs: Pick<Jobs, 'add'>
  limiter: Limiter
  mailer: Pick<Mailer, 'send' | 'configured'>
  /** People may make accounts by themselves. */
  registration: boolean
  /** Shown on the sign-in page; only in demo mode. */
  demo?: DemoAccount
  sessionOf: SessionOf
}
export interface DemoAccount {
  email: string
  password: string
  /** The page with the mail that no server sends. */
  letterBox?: string
}
type Interaction = Awaited<ReturnType<ReturnType<IdentityProvider['current']>['interactionDetails']>>
type Interacting = FastifyRequest<{ Params: { uid: string } }>

const TOKEN_FORM_BYTES = 64 * 1024
const SIGN_INS_PER_MINUTE = 60
/** A token lives for minutes: a whole company behind one address asks for fewer. Each is written and signed. */
const TOKENS_PER_MINUTE = 1_200
/** What the library answers, so that everything else is answered as elsewhere: 404, or 405 with what is allowed. */
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
/** `report-sample` allows no script: the library adds the hash of its own next to it where it needs one. */
const PROVIDER_POLICY = "default-src 'none'; script-src 'report-sample'; base-uri 'none'; frame-ancestors 'none'"

export async function mountAuth(app: Http, deps: AuthDeps): Promise<void> {
  await app.register(async (scope) => {
    // Bodies stay on the socket: the library reads its own, and the sign-in form is read here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.get(`${AUTH_PATH}/interaction/:uid`, (request: Interacting, reply) => showSignIn(deps, request, reply))
    scope.post(`${AUTH_PATH}/interaction/:uid`, (request: Interacting, reply) => takeSignIn(deps, request, reply))
    const userinfo = (request: FastifyRequest) => readUserinfo(deps, request.headers.authorization)
    scope.get(`${AUTH_PATH}/userinfo`, userinfo)
    scope.post(`${AUTH_PATH}/userinfo`, userinfo)
    const forms = { ...deps, mail: mailRouteOf(deps) }
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
  const detail = `The limit is ${TOKENS_PER_MINUTE} calls a minute from one address.`
  fail('rate_limited', detail, {}, { 'retry-after': '5' })
}

/**
 * OpenID Connect has these two asked for with a form as well. The cookies of whoever has signed in do not come with the
 * form of another site, but with the address that it leads to.
 */
async function askAgain(path: string, request: FastifyRequest, reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').redirect(`${path}?${await readForm(request)}`, 303)
}

function mailRouteOf({ mailer, demo }: AuthDeps): MailRoute {
  if (mailer.configured) return { reaches: true }
  return demo?.letterBox ? { reaches: true, letterBox: demo.letterBox } : { reaches: false }
}

async function passToken(provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const form = await readText(limitedBytes(request.raw, TOKEN_FORM_BYTES))
  passOn(provider, request, reply, form)
}

/** Hands the request to the library, with the address the server has for the world, whatever the client claims. */
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
  // The log of requests reads the address when the answer is out.
  reply.raw.prependOnceListener('finish', () => {
    raw.url = original
  })
  if (form === undefined) provider.handle(raw, reply.raw)
  else provider.handleToken(raw, reply.raw, form).catch((error: Error) => reply.raw.destroy(error))
}

async function showSignIn(deps: AuthDeps, request: Interacting, reply: FastifyReply) {
  const interaction = await findInteraction(deps.provider, request, reply)
  if (!interaction) return show(reply, 400, expiredPage())
  return showPrompt(deps, interaction, reply, {})
}

async function takeSignIn(deps: AuthDeps, request: Interacting, reply: FastifyReply) {
  if (!isOwnOrigin(deps, request)) return show(reply, 403, foreignPage())
  const interaction = await findInteraction(deps.provider, request, reply)
  if (!interaction) return show(reply, 400, expiredPage())
  const form = await readForm(request)
  if (interaction.prompt.name === 'consent') {
    const denied = { error: 'access_denied', error_description: 'The person did not allow it' }
    const consent = { consent: {} }
    return finish(deps.provider, request, reply, form.get('consent') === 'yes' ? consent : denied)
  }
  const email = form.get('email') ?? ''
  if (!(await passes(deps, request, 'sign-in', SIGN_INS_PER_MINUTE)))
    return showPrompt(deps, interaction, reply.header('retry-after', '5'), { email, problem: 'busy' }, 429)
  const outcome = await verifyPassword(deps, email, form.get('password') ?? '')
  if (outcome.result === 'ok')
    return finish(deps.provider, request, reply, { login: { accountId: outcome.userId, amr: ['pwd'] } })
  if (outcome.result === 'wrong') return showPrompt(deps, interaction, reply, { email, problem: 'wrong' }, 401)
  const lockedMinutes = minutesUntil(outcome.until, deps.clock)
  reply.header('retry-after', String(lockedMinutes * 60))
  return showPrompt(deps, interaction, reply, { email, problem: { lockedMinutes } }, 429)
}

/** The sign-in that this browser has under way; the cookie must be the one of this very address. */
async function findInteraction(provider: IdentityProvider, request: Interacting, reply: FastifyReply) {
  try {
    const interaction = await provider.current().interactionDetails(request.raw, reply.raw)
    return interaction.uid === request.params.uid ? interaction : undefined
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

async function showPrompt(
  { db, provider, demo, registration }: AuthDeps,
  { prompt, params, uid }: Interaction,
  reply: FastifyReply,
  view: Partial<SignInPage>,
  status = 200,
) {
  const client = await provider.current().Client.find(String(params.client_id))
  const clientName = client?.clientName ?? 'Veritrace'
  const scopes = String(params.scope ?? '').split(' ')
  if (prompt.name === 'consent')
    return show(reply, status, consentPage(clientName, scopes), String(params.redirect_uri))
  const register = registration ? `${AUTH_PATH}/register?continue=${uid}` : undefined
  const reset = `${AUTH_PATH}/reset?continue=${uid}`
  const known = demo && !(await wasPasswordChanged(db, demo.email)) ? { demo } : {}
  const text = signInPage({ clientName, register, reset, ...known, ...view })
  return show(reply, status, text, String(params.redirect_uri))
}

async function finish(
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Parameters<ReturnType<IdentityProvider['current']>['interactionResult']>[2],
) {
  const merge = { mergeWithLastSubmission: 'consent' in result }
  const next = await provider.current().interactionResult(request.raw, reply.raw, result, merge)
  return reply.header('cache-control', 'no-store').redirect(next, 303)
}

const show = (reply: FastifyReply, status: number, text: string, formTarget?: string) =>
  reply
    .code(status)
    .headers(pageHeaders([formTarget]))
    .send(inLook(text, reply.request.headers.cookie))

const minutesUntil = (until: Date, clock: Clock): number =>
  Math.max(1, Math.ceil((until.getTime() - clock.now().getTime()) / 60_000))
