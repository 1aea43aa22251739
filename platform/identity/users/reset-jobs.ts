// Sends the reset link if the email address has an account; other requests end here silently.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { newSecret } from '../../ids.ts'
import type { Job } from '../../jobs/job.ts'
import type { Mailer } from '../../outside/mailer.ts'
import { hashOf } from '../secrets.ts'
import { minuteOf } from './replace-password.ts'
import { lockWaitingReset, updateResetToken } from './reset-store.ts'
import { findUserByEmail, type User } from './store.ts'

export const SEND_RESET = 'send-password-reset'

interface ResetJobDeps {
  db: Db
  clock: Clock
  mailer: Pick<Mailer, 'send'>
  /** Builds the URL of the page for a token. */
  linkTo: (token: string, interactionUid: string | null) => string
}

export const resetJobs = ({ db, clock, mailer, linkTo }: ResetJobDeps): Job<{ id: string }>[] => [
  {
    name: SEND_RESET,
    handle: ({ id }) =>
      transact(db, async (tx) => {
        const reset = await lockWaitingReset(tx, id, clock.now())
        const user = reset && (await findUserByEmail(tx, reset.email))
        if (!user || user.disabledAt) return
        const token = newSecret()
        await updateResetToken(tx, id, user.id, hashOf(token))
        const message = resetMessage(user, linkTo(token, reset.interactionUid), reset.expiresAt)
        await mailer.send(tx, { to: user.email, kind: 'password-reset', ...message })
      }),
  },
]

const resetMessage = ({ displayName }: User, link: string, expiresAt: Date) => ({
  subject: 'Set a new password',
  text: [
    `${displayName},`,
    '',
    'someone asked for a new password for your Veritrace account. If it was you, set it at',
    '',
    link,
    '',
    `The link works once, until ${minuteOf(expiresAt)}. If you ask again, only the newest link works.`,
    '',
    'If it was not you, you can ignore this email: your password is unchanged, and no one can get in without this link.',
  ].join('\n'),
})
