// Shared by the forms of the embedded provider: origin checks, rate limits, and where to continue afterward.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type MailRoute, messagePage } from '../identity/pages/sign-in.ts'
import type { IdentityProvider } from '../identity/provider/provider.ts'
import { networkOf } from '../metering/plans.ts'
import type { Limiter } from '../metering/rate-limit.ts'
import { pageHeaders } from '../pages/layout.ts'
import { inLook } from '../pages/look.ts'
import { limitedBytes, readText } from './body-stream.ts'

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

/** Under `no-referrer` browsers send `Origin: null` with our own form, but still a correct Sec-Fetch-Site. */
export function isOwnPage(deps: Pick<FormDeps, 'provider'>, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  return isOwnOrigin(deps, request) || (origin === 'null' && (site === undefined || site === 'same-origin'))
}

/** For pages whose URL contains a secret. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' }

/** Whether this address may submit another form of this kind. */
export async function passes(
  { limiter }: Pick<FormDeps, 'limiter'>,
  { ip }: FastifyRequest,
  kind: string,
  perMinute = PER_ADDRESS,
): Promise<boolean> {
  const { allowed } = await limiter.take({ key: `${kind}:${networkOf(ip)}`, perMinute })
  return allowed
}

/** The ID of the sign-in that this browser has in progress, if given and well-formed. */
export const uidOf = ({ query }: Continuing): string | undefined =>
  /^[\w-]{1,64}$/.exec(String(query.continue ?? ''))?.[0]

export const continueWith = (uid: string | null | undefined): string => (uid ? `?continue=${uid}` : '')

/** The URL of that sign-in, or of a new one. */
export const signInOf = ({ provider }: FormDeps, request: Continuing): string =>
  uidOf(request) ? `${new URL(provider.issuer).pathname}/interaction/${uidOf(request)}` : SIGN_IN

export const foreignPage = (): string =>
  messagePage('This form was submitted from another site', 'Go back and fill it in on our own page.')

/** Matches the advice on the pages to wait a minute. */
const LATER = { 'retry-after': '60' }

export const showPage = (reply: FastifyReply, status: number, text: string, headers: Record<string, string> = {}) =>
  reply
    .code(status)
    .headers({ ...pageHeaders(), ...(status === 429 && LATER), ...headers })
    .send(inLook(text, reply.request.headers.cookie))
