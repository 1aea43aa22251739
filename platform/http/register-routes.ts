// People make their account at the embedded provider: /auth/register, and the link that is mailed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAppError } from '../errors.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { confirmAccount, type RegisterDeps, readRegistration, requestAccount } from '../identity/users/register.ts'
import { rateLimitOf } from '../metering/plans.ts'
import type { Limiter } from '../metering/rate-limit.ts'
import { limitedBytes, readText } from './body-stream.ts'
import { pageHeaders } from './pages/layout.ts'
import { inLook } from './pages/look.ts'
import { confirmPage, oldLinkPage, type RegisterPage, readyPage, registerPage, sentPage } from './pages/register.ts'
import { messagePage } from './pages/sign-in.ts'

export interface RegisterRoutes extends RegisterDeps {
  provider: Pick<IdentityProvider, 'issuer'>
  limiter: Limiter
}
type Asked = FastifyRequest<{ Querystring: { continue?: string } }>
type Confirming = FastifyRequest<{ Params: { token: string }; Querystring: { continue?: string } }>

const FORM_BYTES = 16 * 1024
const PER_ADDRESS = 10
const SIGN_IN = '/session/login'

/** In a scope whose bodies stay on the socket. */
export function mountRegister(scope: FastifyInstance, base: string, deps: RegisterRoutes): void {
  scope.get(`${base}/register`, (request: Asked, reply) => show(reply, 200, formOf(deps, request, {})))
  scope.post(`${base}/register`, (request: Asked, reply) => takeWish(deps, request, reply))
  scope.get(`${base}/register/:token`, (request: Confirming, reply) => showConfirm(deps, request, reply))
  scope.post(`${base}/register/:token`, (request: Confirming, reply) => takeConfirm(deps, request, reply))
}

async function takeWish(deps: RegisterRoutes, request: Asked, reply: FastifyReply) {
  const { issuer } = deps.provider
  if (request.headers.origin !== new URL(issuer).origin) return show(reply, 403, foreignPage())
  const form = new URLSearchParams(await readText(limitedBytes(request.raw, FORM_BYTES)))
  const [name, email, password] = ['name', 'email', 'password'].map((field) => form.get(field) ?? '') as string[]
  const again = (status: number, problem: RegisterPage['problem']) =>
    show(reply, status, formOf(deps, request, { name, email, problem }))
  if (!(await passes(deps, request))) return again(429, { text: 'Too many tries. Wait a minute, then try again.' })
  try {
    const links = {
      confirm: (token: string) => `${issuer}/register/${token}${continued(request)}`,
      signIn: new URL(SIGN_IN, issuer).href,
    }
    await requestAccount(deps, { displayName: name!, email: email!, password: password! }, links)
  } catch (error) {
    if (!isAppError(error) || error.status !== 422) throw error
    return again(422, { text: error.message, ...fieldOf(error.code, error.message) })
  }
  return show(reply, 200, sentPage(email!))
}

async function showConfirm(deps: RegisterRoutes, request: Confirming, reply: FastifyReply) {
  const found = (await passes(deps, request)) ? await readRegistration(deps, request.params.token) : undefined
  return found ? show(reply, 200, confirmPage({ email: found.email })) : show(reply, 404, oldLinkPage(registerAt(deps)))
}

/** Whoever has the link may do this from anywhere: it is the proof of the address, and the password that of the wish. */
async function takeConfirm(deps: RegisterRoutes, request: Confirming, reply: FastifyReply) {
  const form = new URLSearchParams(await readText(limitedBytes(request.raw, FORM_BYTES)))
  const password = form.get('password') ?? ''
  const found = (await passes(deps, request)) ? await confirmAccount(deps, request.params.token, password) : undefined
  if (!found) return show(reply, 404, oldLinkPage(registerAt(deps)))
  if (!found.made) return show(reply, 422, confirmPage({ email: found.email, wrong: true }))
  return show(reply, 200, readyPage(signInOf(deps, request)))
}

async function passes({ limiter }: RegisterRoutes, { ip }: FastifyRequest): Promise<boolean> {
  const { key } = rateLimitOf({ requestId: '', userAgent: '', ip }, 'auth', { free: 0, pro: 0, enterprise: 0 })
  const { allowed } = await limiter.take({ key: `register:${key}`, perMinute: PER_ADDRESS })
  return allowed
}

const formOf = (deps: RegisterRoutes, request: Asked, view: Omit<RegisterPage, 'signIn'>): string =>
  registerPage({ ...view, signIn: signInOf(deps, request) })

/** The sign-in that this browser has under way, if it named one; only an id of ours can be in it. */
const uidOf = ({ query }: Asked): string | undefined => /^[\w-]{1,64}$/.exec(String(query.continue ?? ''))?.[0]
const continued = (request: Asked): string => (uidOf(request) ? `?continue=${uidOf(request)}` : '')
const signInOf = ({ provider }: RegisterRoutes, request: Asked): string =>
  uidOf(request) ? `${new URL(provider.issuer).pathname}/interaction/${uidOf(request)}` : SIGN_IN
const registerAt = ({ provider }: RegisterRoutes): string => `${new URL(provider.issuer).pathname}/register`

function fieldOf(code: string, text: string): { field?: 'email' | 'name' | 'password' } {
  if (code === 'password_too_weak') return { field: 'password' }
  return { field: text.startsWith('A name') ? 'name' : 'email' }
}

const foreignPage = (): string =>
  messagePage('This form does not come from here', 'Go back and fill it in on our own page.')

const show = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).headers(pageHeaders()).send(inLook(text, reply.request.headers.cookie))
