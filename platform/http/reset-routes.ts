// Password reset at the embedded provider: /auth/reset, and the link in the email.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAppError } from '../errors.ts'
import { askedPage, askPage, busyPage, changedPage, newPasswordPage, voidLinkPage } from '../identity/pages/reset.ts'
import { noMailPage } from '../identity/pages/sign-in.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { type ResetDeps, readReset, requestReset, resetPassword } from '../identity/users/reset-password.ts'
import {
  type Continuing,
  continueWith,
  type FormDeps,
  foreignPage,
  isOwnOrigin,
  isOwnPage,
  NO_REFERRER,
  passes,
  readForm,
  showPage,
  signInOf,
  uidOf,
} from './auth-forms.ts'
import { incoming } from './requester.ts'

export type ResetRoutes = Omit<ResetDeps, 'resetAt'> & FormDeps
type Setting = FastifyRequest<{ Params: { token: string }; Querystring: { continue?: string } }>

/** Links cannot be guessed; the limit stops floods. */
const LINKS_PER_MINUTE = 30

export const resetPageAt = ({ issuer }: Pick<IdentityProvider, 'issuer'>): string => `${issuer}/reset`
export const resetLink =
  (provider: Pick<IdentityProvider, 'issuer'>) =>
  (token: string, interactionUid: string | null): string =>
    `${resetPageAt(provider)}/${token}${continueWith(interactionUid)}`

/** The scope must leave bodies on the socket. */
export function mountReset(scope: FastifyInstance, base: string, deps: ResetRoutes): void {
  scope.get(`${base}/reset`, (request: Continuing, reply) => showAsk(deps, request, reply))
  scope.post(`${base}/reset`, (request: Continuing, reply) => takeAsk(deps, request, reply))
  scope.get(`${base}/reset/:token`, (request: Setting, reply) => showNewPassword(deps, request, reply))
  scope.post(`${base}/reset/:token`, (request: Setting, reply) => takeNewPassword(deps, request, reply))
}

function showAsk(deps: ResetRoutes, request: Continuing, reply: FastifyReply) {
  const signIn = signInOf(deps, request)
  return showPage(reply, 200, deps.mail.reaches ? askPage({ signIn }) : noMailPage(signIn))
}

async function takeAsk(deps: ResetRoutes, request: Continuing, reply: FastifyReply) {
  if (!isOwnOrigin(deps, request)) return showPage(reply, 403, foreignPage())
  const signIn = signInOf(deps, request)
  if (!deps.mail.reaches) return showPage(reply, 503, noMailPage(signIn))
  const email = (await readForm(request)).get('email') ?? ''
  const again = (status: number, problem: string) => showPage(reply, status, askPage({ email, problem, signIn }))
  if (!(await passes(deps, request, 'reset'))) return again(429, 'Too many attempts. Wait a minute, then try again.')
  try {
    const written = await requestReset(deps, email, uidOf(request))
    if (!written)
      return again(429, 'There were many requests for this email address. Look for the newest email, or wait an hour.')
  } catch (error) {
    if (!isAppError(error) || error.status !== 422) throw error
    return again(422, error.message)
  }
  return showPage(reply, 200, askedPage(email, signIn, deps.mail.mailPage))
}

async function showNewPassword(deps: ResetRoutes, request: Setting, reply: FastifyReply) {
  if (!(await passes(deps, request, 'reset-link', LINKS_PER_MINUTE)))
    return showPage(reply, 429, busyPage(), NO_REFERRER)
  const email = await readReset(deps, request.params.token)
  return email ? showPage(reply, 200, newPasswordPage({ email }), NO_REFERRER) : showVoid(deps, request, reply)
}

async function takeNewPassword(deps: ResetRoutes, request: Setting, reply: FastifyReply) {
  if (!isOwnPage(deps, request)) return showPage(reply, 403, foreignPage(), NO_REFERRER)
  const password = (await readForm(request)).get('password') ?? ''
  if (!(await passes(deps, request, 'reset-link', LINKS_PER_MINUTE)))
    return showPage(reply, 429, busyPage(), NO_REFERRER)
  const { token } = request.params
  try {
    const resetAt = resetPageAt(deps.provider)
    const done = await resetPassword({ ...deps, resetAt }, incoming(request), token, password)
    return done
      ? showPage(reply, 200, changedPage(signInOf(deps, request)), NO_REFERRER)
      : showVoid(deps, request, reply)
  } catch (error) {
    const email = isAppError(error) && error.status === 422 ? await readReset(deps, token) : undefined
    if (!email) throw error
    return showPage(reply, 422, newPasswordPage({ email, problem: (error as Error).message }), NO_REFERRER)
  }
}

const showVoid = (deps: ResetRoutes, request: Setting, reply: FastifyReply) =>
  showPage(
    reply,
    404,
    voidLinkPage(`${new URL(deps.provider.issuer).pathname}/reset${continueWith(uidOf(request))}`),
    NO_REFERRER,
  )
