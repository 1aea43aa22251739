// The embedded identity provider at /auth: its protocol, its sign-in page, its userinfo.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { readUserinfo } from '../identity/provider/userinfo.ts'
import { verifyPassword } from '../identity/users/users.ts'
import type { Limiter } from '../metering/rate-limit.ts'
import type { Mailer } from '../outside/mailer.ts'
import { limitedBytes, readText } from './body-stream.ts'
import { pageHeaders } from './pages/layout.ts'
import { inLook } from './pages/look.ts'
import { consentPage, expiredPage, messagePage, type SignInPage, signInPage } from './pages/sign-in.ts'
import { mountRegister } from './register-routes.ts'
import type { Http } from './server.ts'

export interface AuthDeps {
  db: Db
  clock: Clock
  provider: IdentityProvider
  limiter: Limiter
  mailer: Pick<Mailer, 'send'>
  /** People may make accounts by themselves. */
  registration: boolean
  /** Shown on the sign-in page; only in demo mode. */
  demo?: { email: string; password: string }
}
type Interaction = Awaited<ReturnType<ReturnType<IdentityProvider['current']>['interactionDetails']>>
type Interacting = FastifyRequest<{ Params: { uid: string } }>

export const AUTH_PATH = '/auth'
const FORM_BYTES = 16 * 1024
const TOKEN_FORM_BYTES = 64 * 1024
const SIGN_INS_PER_MINUTE = 60
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
    if (deps.registration) mountRegister(scope, AUTH_PATH, deps)
    for (const name of ['introspect', 'revoke'])
      scope.post(`${AUTH_PATH}/${name}`, (request, reply) => passToken(deps.provider, request, reply))
    const pass = (request: FastifyRequest, reply: FastifyReply) => passOn(deps.provider, request, reply)
    scope.all(AUTH_PATH, pass)
    scope.all(`${AUTH_PATH}/*`, pass)
  })
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
  if (request.headers.origin !== new URL(deps.provider.issuer).origin)
    return show(reply, 403, messagePage('This form does not come from here', 'Go back and sign in on our own page.'))
  const interaction = await findInteraction(deps.provider, request, reply)
  if (!interaction) return show(reply, 400, expiredPage())
  const form = new URLSearchParams(await readText(limitedBytes(request.raw, FORM_BYTES)))
  if (interaction.prompt.name === 'consent') {
    const denied = { error: 'access_denied', error_description: 'The person did not allow it' }
    const consent = { consent: {} }
    return finish(deps.provider, request, reply, form.get('consent') === 'yes' ? consent : denied)
  }
  const email = form.get('email') ?? ''
  const pass = await deps.limiter.take({ key: `sign-in:${request.ip}`, perMinute: SIGN_INS_PER_MINUTE })
  if (!pass.allowed) return showPrompt(deps, interaction, reply, { email, problem: 'busy' }, 429)
  const outcome = await verifyPassword(deps, email, form.get('password') ?? '')
  if (outcome.result === 'ok')
    return finish(deps.provider, request, reply, { login: { accountId: outcome.userId, amr: ['pwd'] } })
  const problem = outcome.result === 'wrong' ? 'wrong' : { lockedMinutes: minutesUntil(outcome.until, deps.clock) }
  return showPrompt(deps, interaction, reply, { email, problem }, outcome.result === 'wrong' ? 401 : 429)
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
  { provider, demo, registration }: AuthDeps,
  { prompt, params, uid }: Interaction,
  reply: FastifyReply,
  view: Partial<SignInPage>,
  status = 200,
) {
  const client = await provider.current().Client.find(String(params.client_id))
  const clientName = client?.clientName ?? 'Veritrace'
  const scopes = String(params.scope ?? '').split(' ')
  const register = registration ? `${AUTH_PATH}/register?continue=${uid}` : undefined
  const signIn = () => signInPage({ clientName, demo, register, ...view })
  const text = prompt.name === 'consent' ? consentPage(clientName, scopes) : signIn()
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
