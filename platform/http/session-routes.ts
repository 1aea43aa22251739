// Signing in to and out of the workspace. The browser gets only a cookie; tokens stay on the server.
import { endpoint, t } from '@veritrace/contract/endpoint'
import { strict } from '@veritrace/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isCaller, type Visitor } from '../caller.ts'
import { clearCookie, cookieNames, readCookie, setCookie } from '../cookies.ts'
import { fail, isAppError } from '../errors.ts'
import { failedPage, homelessPage } from '../identity/pages/sign-in.ts'
import { refuseForeign } from '../identity/sessions/csrf.ts'
import { LOGIN_SECONDS, openLogin, sealLogin } from '../identity/sessions/login-state.ts'
import { CALLBACK_PATH, type RelyingParty } from '../identity/sessions/relying-party.ts'
import { safeReturnTo } from '../identity/sessions/return-to.ts'
import type { Issued, OpenSession, Sessions } from '../identity/sessions/sessions.ts'
import { membershipAtSignIn, type SignInOptions } from '../identity/sessions/sign-in.ts'
import { findMember } from '../identity/tenancy/store.ts'
import { unauthenticated } from '../identity/tokens/invalid-token.ts'
import { keepSecret } from '../keyring/store.ts'
import { networkOf } from '../metering/plans.ts'
import type { Acting, Viewer } from '../pages/site.ts'
import { AUTH_PATH, showPage } from './auth-forms.ts'
import type { Gate } from './gate.ts'
import { incoming } from './requester.ts'
import type { Http } from './server.ts'

export interface SessionDeps extends SignInOptions {
  gate: Pick<Gate, 'identify' | 'limiter'>
  sessions: Sessions
  relyingParty: RelyingParty
  /** The public URL of this server. */
  publicUrl: () => string
}
interface Open extends SessionDeps {
  loginKey: Uint8Array
}
type Login = FastifyRequest<{ Querystring: { return_to?: string; invitation?: string } }>
type Switch = FastifyRequest<{ Body: { tenant: string } }>

const LOGIN_PATH = '/session/login'
/** The provider limits password guessing; this limit stops floods. */
const CALLS_PER_MINUTE = 300
const asked = endpoint('GET /session', { summary: 'Get the signed-in user', auth: 'session', ok: t.Object({}) })
const switched = endpoint('POST /session/tenant', {
  summary: 'Switch to another tenant',
  auth: 'session',
  ok: t.Object({}),
})

export async function mountSessions(app: Http, deps: SessionDeps): Promise<void> {
  const loginKey = Buffer.from(await keepSecret(deps.db, 'login-cookie'), 'base64url')
  const open = { ...deps, loginKey }
  const invitation = t.Optional(t.String({ pattern: '^[A-Za-z0-9_-]{43}$' }))
  const loginQuery = t.Object({ return_to: t.Optional(t.String()), invitation })
  const body = strict({ tenant: t.String({ minLength: 1, maxLength: 128 }) })
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    scope.get(LOGIN_PATH, { schema: { querystring: loginQuery } }, (request: Login, reply) =>
      begin(open, request, reply),
    )
    scope.get(CALLBACK_PATH, (request, reply) =>
      finish(open, request, reply).catch((error: unknown) => showFailure(open, error, request, reply)),
    )
    scope.get('/session', (request) => show(open, request))
    scope.post('/session/tenant', { schema: { body } }, (request: Switch, reply) => switchTenant(open, request, reply))
    scope.post('/session/logout', (request, reply) => logout(open, request, reply))
  })
}

/** Finds the open workspace session of a browser. */
export type SessionOf = (request: FastifyRequest) => Promise<OpenSession | undefined>
export const sessionFinder =
  (sessions: Pick<Sessions, 'find'>, publicUrl: string): SessionOf =>
  async (request) => {
    const secret = readCookie(request.headers.cookie, cookieNames(publicUrl).session)
    return secret ? sessions.find(incoming(request), secret) : undefined
  }

/**
 * The user for whom calls of this browser would be made; undefined if they would be rejected. `account` is only set for
 * users with a session, because demo mode lets others act too.
 */
export const actingFor =
  ({ identify }: Pick<Gate, 'identify'>, products: readonly string[], account: Pick<Viewer, 'account'> = {}) =>
  async (request: FastifyRequest): Promise<Acting | undefined> => {
    const who = await identify(incoming(request), asked, 'session').catch((error: unknown) => {
      if (isAppError(error) && error.status < 500) return undefined
      throw error
    })
    if (!who || !isCaller(who)) return undefined
    const { actor, tenant, workspace, role, sessionId } = who
    return { label: actor.label, tenant, workspace, role, products, ...(sessionId && account) }
  }

async function begin(open: Open, request: Login, reply: FastifyReply) {
  await passLimit(open, request)
  const { return_to, invitation } = request.query
  const { url, login } = await open.relyingParty.begin({ returnTo: safeReturnTo(return_to), invitation })
  const sealed = await sealLogin(open.loginKey, open.clock, login)
  reply.header('set-cookie', setCookie(open.publicUrl(), names(open).login, sealed, LOGIN_SECONDS))
  return reply.redirect(url, 303)
}

async function finish(open: Open, request: FastifyRequest, reply: FastifyReply) {
  await passLimit(open, request)
  const { cookie } = request.headers
  const login = await openLogin(open.loginKey, open.clock, readCookie(cookie, names(open).login))
  if (!login) return fail('login_failed', 'No sign-in is in progress in this browser, or it took too long.')
  reply.header('set-cookie', clearCookie(open.publicUrl(), names(open).login))
  const signedIn = await open.relyingParty.finish(request.url, login)
  const visitor = incoming(request)
  const membership = await membershipAtSignIn(open, visitor, signedIn, login.invitation)
  const { person, amr, tokens } = signedIn
  const how = { authMethod: 'oidc', amr, tokens } as const
  const old = readCookie(cookie, names(open).session)
  const issued = await open.sessions.start(visitor, person, membership, how, old)
  keep(open, reply, issued)
  return reply.redirect(login.returnTo, 303)
}

/** People arrive here by redirect, so browsers get a page and programs a problem document. */
function showFailure(open: Open, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!isAppError(error) || error.status >= 500 || !request.headers.accept?.includes('text/html')) throw error
  const homeless = error.code === 'customer_not_resolved'
  // Our provider still has a session; signing in with another account requires ending it first.
  const other = open.externalProvider ? LOGIN_PATH : `${AUTH_PATH}/logout`
  const again = error.code === 'invitation_for_other' ? other : LOGIN_PATH
  const text = homeless ? homelessPage(other) : failedPage(error.message, again)
  return showPage(reply, error.status, text, error.headers)
}

async function show(open: Open, request: FastifyRequest) {
  const caller = await open.gate.identify(incoming(request), asked, 'session')
  if (!isCaller(caller)) throw unauthenticated()
  const member = await findMember(open.db, caller.tenant, caller.actor.id)
  const secret = caller.sessionId && readCookie(request.headers.cookie, names(open).session)
  const session = secret ? await open.sessions.find(caller, secret) : undefined
  return {
    user: { id: caller.actor.id, email: member?.email ?? null, display_name: caller.actor.label },
    tenant: caller.tenant,
    role: caller.role,
    operator: caller.operator,
    expires_at: session?.expiresAt.toISOString() ?? null,
  }
}

async function switchTenant(open: Open, request: Switch, reply: FastifyReply) {
  const caller = await open.gate.identify(incoming(request), switched, 'session')
  const secret = readCookie(request.headers.cookie, names(open).session)
  if (!isCaller(caller) || !caller.sessionId || !secret) throw unauthenticated()
  keep(open, reply, await open.sessions.switchTenant(caller, secret, request.body.tenant))
  return reply.code(204).send()
}

/** Works without a session too, so that signing out always succeeds. */
async function logout(open: Open, request: FastifyRequest, reply: FastifyReply) {
  refuseForeign(request, new URL(open.publicUrl()).origin, 'required')
  const secret = readCookie(request.headers.cookie, names(open).session)
  const tokens = secret ? await open.sessions.end(incoming(request), secret) : {}
  reply.header('set-cookie', clearCookie(open.publicUrl(), names(open).session))
  const next = (await open.relyingParty.logoutUrl(tokens.idToken)) ?? '/'
  if (request.headers.accept?.includes('text/html')) return reply.redirect(next, 303)
  return { redirect_to: next }
}

const names = (open: Open) => cookieNames(open.publicUrl())

function keep(open: Open, reply: FastifyReply, { secret, expiresAt }: Issued): void {
  const seconds = Math.floor((expiresAt.getTime() - open.clock.now().getTime()) / 1000)
  reply.header('set-cookie', setCookie(open.publicUrl(), names(open).session, secret, seconds))
}

async function passLimit({ gate }: Open, { ip }: Pick<Visitor, 'ip'>): Promise<void> {
  const verdict = await gate.limiter.take({ key: `login:${networkOf(ip)}`, perMinute: CALLS_PER_MINUTE })
  if (!verdict.allowed) fail('rate_limited', undefined, {}, { 'retry-after': String(verdict.resetSeconds) })
}
