// Sign-up at the embedded provider: /auth/register, and the link in the email.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAppError } from '../errors.ts'
import {
  confirmPage,
  oldLinkPage,
  type RegisterPage,
  readyPage,
  registerPage,
  sentPage,
} from '../identity/pages/register.ts'
import { confirmAccount, type RegisterDeps, readRegistration, requestAccount } from '../identity/users/register.ts'
import {
  type Continuing,
  continueWith,
  type FormDeps,
  foreignPage,
  isOwnOrigin,
  passes,
  readForm,
  showPage,
  signInOf,
  uidOf,
} from './auth-forms.ts'

export type RegisterRoutes = RegisterDeps & FormDeps
type Confirming = FastifyRequest<{ Params: { token: string }; Querystring: { continue?: string } }>

const KIND = 'register'

/** The scope must leave bodies on the socket. */
export function mountRegister(scope: FastifyInstance, base: string, deps: RegisterRoutes): void {
  scope.get(`${base}/register`, (request: Continuing, reply) => showPage(reply, 200, formOf(deps, request, {})))
  scope.post(`${base}/register`, (request: Continuing, reply) => takeWish(deps, request, reply))
  scope.get(`${base}/register/:token`, (request: Confirming, reply) => showConfirm(deps, request, reply))
  scope.post(`${base}/register/:token`, (request: Confirming, reply) => takeConfirm(deps, request, reply))
}

async function takeWish(deps: RegisterRoutes, request: Continuing, reply: FastifyReply) {
  const { issuer } = deps.provider
  if (!isOwnOrigin(deps, request)) return showPage(reply, 403, foreignPage())
  const form = await readForm(request)
  const [name, email, password] = ['name', 'email', 'password'].map((field) => form.get(field) ?? '') as string[]
  const again = (status: number, problem: RegisterPage['problem']) =>
    showPage(reply, status, formOf(deps, request, { name, email, problem }))
  if (!(await passes(deps, request, KIND)))
    return again(429, { text: 'Too many attempts. Wait a minute, then try again.' })
  try {
    const links = {
      confirm: (token: string) => `${issuer}/register/${token}${continueWith(uidOf(request))}`,
      signIn: new URL('/session/login', issuer).href,
    }
    await requestAccount(deps, { displayName: name!, email: email!, password: password! }, links)
  } catch (error) {
    if (!isAppError(error) || error.status !== 422) throw error
    return again(422, { text: error.message, ...fieldOf(error.code, error.message) })
  }
  return showPage(reply, 200, sentPage(email!, deps.mail))
}

async function showConfirm(deps: RegisterRoutes, request: Confirming, reply: FastifyReply) {
  const found = (await passes(deps, request, KIND)) ? await readRegistration(deps, request.params.token) : undefined
  if (!found) return showPage(reply, 404, oldLinkPage(registerAt(deps)))
  return showPage(reply, 200, confirmPage({ email: found.email }))
}

/** Works in any browser: the link proves the email address, and the password proves who signed up. */
async function takeConfirm(deps: RegisterRoutes, request: Confirming, reply: FastifyReply) {
  const password = (await readForm(request)).get('password') ?? ''
  const allowed = await passes(deps, request, KIND)
  const found = allowed ? await confirmAccount(deps, request.params.token, password) : undefined
  if (!found) return showPage(reply, 404, oldLinkPage(registerAt(deps)))
  if (!found.made) return showPage(reply, 422, confirmPage({ email: found.email, wrong: true }))
  return showPage(reply, 200, readyPage(signInOf(deps, request)))
}

const formOf = (deps: RegisterRoutes, request: Continuing, view: Omit<RegisterPage, 'signIn'>): string =>
  registerPage({ ...view, signIn: signInOf(deps, request) })

const registerAt = ({ provider }: RegisterRoutes): string => `${new URL(provider.issuer).pathname}/register`

function fieldOf(code: string, text: string): { field?: 'email' | 'name' | 'password' } {
  if (code === 'password_too_weak') return { field: 'password' }
  return { field: text.startsWith('A name') ? 'name' : 'email' }
}
