// The sign-in page of the embedded provider: password, consent, and the emailed link if the password is not enough.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { consentPage, expiredPage, type SignInPage, signInPage } from '../identity/pages/sign-in.ts'
import { finishPage, mailedPage, otherBrowserPage, voidSignInLinkPage } from '../identity/pages/sign-in-link.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { knownBrowser } from '../identity/users/known-browsers.ts'
import { applicantOf, type SignIn, signIn } from '../identity/users/sign-in.ts'
import { readLink, requestLink, useLink } from '../identity/users/sign-in-link.ts'
import { wasPasswordChanged } from '../identity/users/store.ts'
import type { Jobs } from '../jobs/job.ts'
import { pageHeaders } from '../pages/layout.ts'
import { inLook } from '../pages/look.ts'
import {
  AUTH_PATH,
  type FormDeps,
  foreignPage,
  isOwnOrigin,
  isOwnPage,
  NO_REFERRER,
  passes,
  readForm,
} from './auth-forms.ts'
import { type BrowserDeps, browserCookie, rememberBrowser } from './browser-routes.ts'

export interface SignInRoutes extends FormDeps, BrowserDeps {
  db: Db
  clock: Clock
  provider: IdentityProvider
  jobs: Pick<Jobs, 'add'>
  /** People may sign up themselves. */
  registration: boolean
  /** Shown on the sign-in page; only in demo mode. */
  demo?: DemoAccount
}
export interface DemoAccount {
  email: string
  password: string
  /** The page with the outgoing email of a demo without a mail server. */
  mailPage?: string
}
type Interaction = Awaited<ReturnType<ReturnType<IdentityProvider['current']>['interactionDetails']>>
type Interacting = FastifyRequest<{ Params: { uid: string } }>
type Finishing = FastifyRequest<{ Params: { uid: string; token: string } }>

const SIGN_INS_PER_MINUTE = 60
/** Each sign-in whose answer is withheld writes a row and a job. */
const UNTOLD_PER_MINUTE = 20
const PAGE = `${AUTH_PATH}/interaction/:uid`

/** Below the path of the sign-in, so that the browser sends its cookie with the link. */
export const signInLink =
  ({ issuer }: Pick<IdentityProvider, 'issuer'>) =>
  (uid: string, token: string): string =>
    `${issuer}/interaction/${uid}/link/${token}`

/** The scope must leave bodies on the socket. */
export function mountSignIn(scope: FastifyInstance, deps: SignInRoutes): void {
  scope.get(PAGE, (request: Interacting, reply) => showSignIn(deps, request, reply))
  scope.post(PAGE, (request: Interacting, reply) => takeSignIn(deps, request, reply))
  scope.get(`${PAGE}/link/:token`, (request: Finishing, reply) => showFinish(deps, request, reply))
  scope.post(`${PAGE}/link/:token`, (request: Finishing, reply) => takeFinish(deps, request, reply))
}

async function showSignIn(deps: SignInRoutes, request: Interacting, reply: FastifyReply) {
  const interaction = await findInteraction(deps.provider, request, reply)
  if (!interaction) return show(reply, 400, expiredPage())
  return showPrompt(deps, interaction, reply, {})
}

async function takeSignIn(deps: SignInRoutes, request: Interacting, reply: FastifyReply) {
  if (!isOwnOrigin(deps, request)) return show(reply, 403, foreignPage())
  const interaction = await findInteraction(deps.provider, request, reply)
  if (!interaction) return show(reply, 400, expiredPage())
  const form = await readForm(request)
  if (interaction.prompt.name === 'consent') {
    const denied = { error: 'access_denied', error_description: 'The person did not allow it' }
    const consent = { consent: {} }
    return finish(deps.provider, request, reply, form.get('consent') === 'yes' ? consent : denied)
  }
  return takePassword(deps, interaction, request, reply, form)
}

async function takePassword(
  deps: SignInRoutes,
  interaction: Interaction,
  request: Interacting,
  reply: FastifyReply,
  form: URLSearchParams,
) {
  const email = form.get('email') ?? ''
  const applicant = await applicantOf(deps, email)
  const browser = await knownBrowser(deps.browserKey, deps.clock, browserCookie(deps, request), applicant)
  const busy = () => showPrompt(deps, interaction, reply.header('retry-after', '5'), { email, problem: 'busy' }, 429)
  // A known browser is not limited by others in its network.
  if (!browser && !(await passes(deps, request, 'sign-in', SIGN_INS_PER_MINUTE))) return busy()
  const guess = { password: form.get('password') ?? '', ip: request.ip, browser, mail: deps.mail.reaches }
  const outcome = await signIn(deps, applicant, guess)
  if (outcome.result === 'ok') return letIn(deps, outcome.userId, request, reply)
  if (outcome.result === 'wrong') return showPrompt(deps, interaction, reply, { email, problem: 'wrong' }, 401)
  if (outcome.result === 'locked') return showLocked(deps, interaction, reply, email, outcome)
  if (!(await passes(deps, request, 'sign-in-link', UNTOLD_PER_MINUTE))) return busy()
  await requestLink(deps, { uid: interaction.uid, userId: outcome.userId, ip: request.ip })
  return show(reply, 200, mailedPage(email, { ...linksOf(interaction.uid), mail: deps.mail }))
}

function showLocked(
  deps: SignInRoutes,
  interaction: Interaction,
  reply: FastifyReply,
  email: string,
  { until }: SignIn & { result: 'locked' },
) {
  const lockedMinutes = Math.max(1, Math.ceil((until.getTime() - deps.clock.now().getTime()) / 60_000))
  reply.header('retry-after', String(lockedMinutes * 60))
  return showPrompt(deps, interaction, reply, { email, problem: { lockedMinutes } }, 429)
}

async function showFinish(deps: SignInRoutes, request: Finishing, reply: FastifyReply) {
  const interaction = await findInteraction(deps.provider, request, reply)
  if (!interaction) return show(reply, 400, otherBrowserPage(), NO_REFERRER)
  const { uid, token } = request.params
  const user = await readLink(deps, uid, token)
  if (!user) return show(reply, 404, voidSignInLinkPage(linksOf(uid).signIn), NO_REFERRER)
  return show(reply, 200, finishPage(user.email), { ...targetOf(interaction), ...NO_REFERRER })
}

async function takeFinish(deps: SignInRoutes, request: Finishing, reply: FastifyReply) {
  if (!isOwnPage(deps, request)) return show(reply, 403, foreignPage(), NO_REFERRER)
  if (!(await findInteraction(deps.provider, request, reply))) return show(reply, 400, otherBrowserPage(), NO_REFERRER)
  const { uid, token } = request.params
  const user = await useLink(deps, uid, token)
  if (!user) return show(reply, 404, voidSignInLinkPage(linksOf(uid).signIn), NO_REFERRER)
  return letIn(deps, user.id, request, reply)
}

async function letIn(deps: SignInRoutes, userId: string, request: FastifyRequest, reply: FastifyReply) {
  await rememberBrowser(deps, userId, request, reply)
  return finish(deps.provider, request, reply, { login: { accountId: userId, amr: ['pwd'] } })
}

/** The sign-in that is in progress in this browser; its cookie must belong to this URL. */
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
  { db, provider, demo, registration }: SignInRoutes,
  interaction: Interaction,
  reply: FastifyReply,
  view: Partial<SignInPage>,
  status = 200,
) {
  const { prompt, params, uid } = interaction
  const client = await provider.current().Client.find(String(params.client_id))
  const clientName = client?.clientName ?? 'Veritrace'
  const scopes = String(params.scope ?? '').split(' ')
  if (prompt.name === 'consent') return show(reply, status, consentPage(clientName, scopes), targetOf(interaction))
  const register = registration ? `${AUTH_PATH}/register?continue=${uid}` : undefined
  const known = demo && !(await wasPasswordChanged(db, demo.email)) ? { demo } : {}
  const text = signInPage({ clientName, register, reset: linksOf(uid).reset, ...known, ...view })
  return show(reply, status, text, targetOf(interaction))
}

/** After sign-in, the form redirects to the client. */
const targetOf = ({ params }: Interaction) => pageHeaders([String(params.redirect_uri)])

const linksOf = (uid: string) => ({
  signIn: `${AUTH_PATH}/interaction/${uid}`,
  reset: `${AUTH_PATH}/reset?continue=${uid}`,
})

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

const show = (reply: FastifyReply, status: number, text: string, headers: Record<string, string> = {}) =>
  reply
    .code(status)
    .headers({ ...pageHeaders(), ...headers })
    .send(inLook(text, reply.request.headers.cookie))
