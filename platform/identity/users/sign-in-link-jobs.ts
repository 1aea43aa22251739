// Sends the sign-in link if the password was right; other requests end here silently.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { newSecret } from '../../ids.ts'
import type { Job } from '../../jobs/job.ts'
import type { Mailer } from '../../outside/mailer.ts'
import { hashOf } from '../secrets.ts'
import { minuteOf } from './replace-password.ts'
import { countMailedLinks, lockWaitingLink, type SignInLink, updateLinkToken } from './sign-in-link-store.ts'
import { findUser, type User } from './store.ts'

export const SEND_LINK = 'send-sign-in-link'

interface LinkJobDeps {
  db: Db
  clock: Clock
  mailer: Pick<Mailer, 'send'>
  /** Builds the URL of the page for a token. */
  linkTo: (uid: string, token: string) => string
  /** The page for a forgotten password, linked in the email. */
  resetAt: string
}

const HOUR_MS = 3_600_000
/** Only someone with the password causes these emails, but they must not flood a mailbox. */
const MESSAGES_PER_HOUR = 10

export const linkJobs = ({ db, clock, mailer, linkTo, resetAt }: LinkJobDeps): Job<{ id: string }>[] => [
  {
    name: SEND_LINK,
    handle: ({ id }) =>
      transact(db, async (tx) => {
        const now = clock.now()
        const link = await lockWaitingLink(tx, id, now)
        const user = link && (await findUser(tx, link.userId!))
        if (!user || user.disabledAt) return
        const since = new Date(now.getTime() - HOUR_MS)
        if ((await countMailedLinks(tx, user.id, since)) >= MESSAGES_PER_HOUR) return
        const token = newSecret()
        await updateLinkToken(tx, id, hashOf(token))
        const message = linkMessage(user, link, linkTo(link.interactionUid!, token), resetAt)
        await mailer.send(tx, { to: user.email, kind: 'sign-in-link', ...message })
      }),
  },
]

const linkMessage = (
  { displayName }: User,
  { ip, createdAt, expiresAt }: SignInLink,
  link: string,
  resetAt: string,
) => ({
  subject: 'Finish signing in',
  text: [
    `${displayName},`,
    '',
    `someone entered the right password for your Veritrace account at ${minuteOf(createdAt)}, from the IP address ${ip}. There were many wrong passwords before, so we want to be sure that it is you. If it is, finish signing in at`,
    '',
    link,
    '',
    `Open the link in the browser you typed the password in. It works once, until ${minuteOf(expiresAt)}.`,
    '',
    'If it was not you, someone knows your password. No one can get in without this link, but set a new password now, at',
    '',
    resetAt,
  ].join('\n'),
})
