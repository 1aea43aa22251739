// What the forms of the embedded provider share: where they may come from, how many, and where one goes on afterwards.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { networkOf } from '../metering/plans.ts'
import type { Limiter } from '../metering/rate-limit.ts'
import { limitedBytes, readText } from './body-stream.ts'
import { pageHeaders } from './pages/layout.ts'
import { inLook } from './pages/look.ts'
import { type MailRoute, messagePage } from './pages/sign-in.ts'

export interface FormDeps {
  provider: Pick<IdentityProvider, 'issuer'>
  limiter: Limiter
  mail: MailRoute
}
export type Continuing = FastifyRequest<{ Querystring: { continue?: string } }>

export const AUTH_PATH = '/auth'
const FORM_BYTES = 16 * 1024
const PER_ADDRESS = 10
const SIGN_IN = '/session/login'

export const readForm = async ({ raw }: FastifyRequest): Promise<URLSearchParams> =>
  new URLSearchParams(await readText(limitedBytes(raw, FORM_BYTES)))

export const isOwnOrigin = ({ provider }: Pick<FormDeps, 'provider'>, { headers }: FastifyRequest): boolean =>
  headers.origin === new URL(provider.issuer).origin

/** Under `no-referrer` browsers send `Origin: null` with our own form; where the page is from they say all the same. */
export function isOwnPage(deps: Pick<FormDeps, 'provider'>, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  return isOwnOrigin(deps, request) || (origin === 'null' && (site === undefined || site === 'same-origin'))
}

/** For pages whose address must go nowhere: whoever has it may use it. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' }

/** Whether one more form of this kind is allowed from where it comes. */
export async function passes(
  { limiter }: Pick<FormDeps, 'limiter'>,
  { ip }: FastifyRequest,
  kind: string,
  perMinute = PER_ADDRESS,
): Promise<boolean> {
  const { allowed } = await limiter.take({ key: `${kind}:${networkOf(ip)}`, perMinute })
  return allowed
}

/** The sign-in that this browser has under way, if it named one; only an id of ours can be in it. */
export const uidOf = ({ query }: Continuing): string | undefined =>
  /^[\w-]{1,64}$/.exec(String(query.continue ?? ''))?.[0]

export const continueWith = (uid: string | null | undefined): string => (uid ? `?continue=${uid}` : '')

/** Back to that sign-in, or to a new one. */
export const signInOf = ({ provider }: FormDeps, request: Continuing): string =>
  uidOf(request) ? `${new URL(provider.issuer).pathname}/interaction/${uidOf(request)}` : SIGN_IN

export const foreignPage = (): string =>
  messagePage('This form does not come from here', 'Go back and fill it in on our own page.')

/** As the pages say: wait a minute. */
const LATER = { 'retry-after': '60' }

export const showPage = (reply: FastifyReply, status: number, text: string, headers: Record<string, string> = {}) =>
  reply
    .code(status)
    .headers({ ...pageHeaders(), ...(status === 429 && LATER), ...headers })
    .send(inLook(text, reply.request.headers.cookie))
