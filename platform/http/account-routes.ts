// The account page of the embedded provider, where signed-in users change their password: /auth/account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAppError } from '../errors.ts'
import { type AccountPage, accountPage } from '../identity/pages/account.ts'
import { type ChangeDeps, changePassword } from '../identity/users/change-password.ts'
import { findUser, type User } from '../identity/users/users.ts'
import { type FormDeps, foreignPage, isOwnOrigin, passes, readForm, showPage } from './auth-forms.ts'
import { incoming } from './requester.ts'
import { resetPageAt } from './reset-routes.ts'
import type { SessionOf } from './session-routes.ts'

export interface AccountRoutes extends Omit<ChangeDeps, 'resetAt'>, FormDeps {
  sessionOf: SessionOf
}

const PATH = 'account'
export const accountPath = (base: string): string => `${base}/${PATH}`

/** The scope must leave bodies on the socket. */
export function mountAccount(scope: FastifyInstance, base: string, deps: AccountRoutes): void {
  const forUser =
    (answer: (user: User, sessionId: string, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await deps.sessionOf(request)
      const user = session && (await findUser(deps.db, session.caller.actor.id))
      if (!user) return reply.redirect(`/session/login?return_to=${accountPath(base)}`, 303)
      return answer(user, session.caller.sessionId!, request, reply)
    }
  const show = async (user: User, _session: string, _request: FastifyRequest, reply: FastifyReply) =>
    showPage(reply, 200, accountPage({ user }))
  scope.get(accountPath(base), forUser(show))
  scope.post(
    accountPath(base),
    forUser((user, session, request, reply) => takeChange(deps, user, session, request, reply)),
  )
}

async function takeChange(
  deps: AccountRoutes,
  user: User,
  sessionId: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!isOwnOrigin(deps, request)) return showPage(reply, 403, foreignPage())
  const form = await readForm(request)
  const again = (status: number, problem: AccountPage['problem']) =>
    showPage(reply, status, accountPage({ user, problem }))
  if (!(await passes(deps, request, PATH)))
    return again(429, { text: 'Too many attempts. Wait a minute, then try again.' })
  const passwords = { old: form.get('old') ?? '', fresh: form.get('password') ?? '' }
  try {
    const resetAt = resetPageAt(deps.provider)
    const result = await changePassword({ ...deps, resetAt }, incoming(request), { user, sessionId }, passwords)
    if (result === 'ok') return showPage(reply, 200, accountPage({ user, changed: true }))
    if (result === 'locked')
      return again(429, { text: 'Too many wrong passwords. Wait a few hours, or choose “Forgot your password?”.' })
    return again(422, { field: 'old', text: 'That is not your password.' })
  } catch (error) {
    if (!isAppError(error) || error.status !== 422) throw error
    return again(422, { field: 'password', text: error.message })
  }
}
