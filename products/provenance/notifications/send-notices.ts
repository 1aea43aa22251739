// Emails due notices: one email per person, in the transaction that marks the notices as sent.
import { transact } from '@veritrace/platform/db/transact'
import { isAppError } from '@veritrace/platform/errors'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { keepSecret } from '@veritrace/platform/keyring/store'
import type { Provenance } from '../deps.ts'
import { digest } from './digest.ts'
import { deleteNotices, listDue, lockWaiting, markSent, type Notice, type Waiting } from './notice-store.ts'
import { ensureLink, findPerson, type Person } from './people-store.ts'
import { settleNotices } from './replan-notices.ts'
import { DEFAULTS, isFor } from './rules.ts'
import { hintOf, UNSUBSCRIBE_KEY, unsubscribeToken } from './unsubscribe-token.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'log'>

const PEOPLE = 200
/** Per email; the next run sends the rest. */
const MAX_NOTICES = 2_000

/** Safe to run concurrently: the second process waits for the row locks, then finds everything sent. */
export async function sendNotices(deps: Deps, signal?: AbortSignal): Promise<void> {
  const key = await keepSecret(deps.db, UNSUBSCRIBE_KEY)
  const now = deps.clock.now()
  let last: Waiting | undefined
  do {
    const due = await listDue(deps.db, now, last, PEOPLE)
    for (const who of due) {
      if (signal?.aborted) return
      // One failing email must not hold up the others; the next run retries it.
      await notify(deps, who, key).catch((error: unknown) =>
        deps.log.error({ err: error, tenant: who.tenant_id }, 'notices not sent'),
      )
    }
    last = due.length < PEOPLE ? undefined : due.at(-1)
  } while (last)
}

/** Deletes the notices of people who left or have no address. */
const notify = (deps: Deps, who: Waiting, key: string): Promise<void> =>
  transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const due = await lockWaiting(tx, who, { until: now, count: MAX_NOTICES })
    if (due.length === 0) return
    const person = await findPerson(tx, who.tenant_id, who.user_id)
    if (!person) return deleteNotices(tx, who.tenant_id, idsOf(due))
    // Read after the lock, so that the current role and preferences apply.
    const { theirs = [], others = [] } = Object.groupBy(due, (one) => (isStillFor(person, one) ? 'theirs' : 'others'))
    await deleteNotices(tx, who.tenant_id, idsOf(others))
    const ready = await settleNotices(tx, who, theirs, person.settings ?? DEFAULTS, now)
    if (ready.length === 0) return
    const isMailed = await mail({ ...deps, db: tx }, person, ready, key)
    if (!isMailed) return deleteNotices(tx, who.tenant_id, idsOf(ready))
    await markSent(tx, who.tenant_id, idsOf(ready), now)
  })

/** Security notices were addressed to this person when they were created, whatever their role is now. */
const isStillFor = ({ role }: Person, { topic }: Notice): boolean => topic === 'security' || isFor(topic, role)

/** False if the address does not accept email. */
async function mail(
  { db: tx, mailer, publicUrl, clock }: Deps,
  person: Person,
  notices: readonly Notice[],
  key: string,
): Promise<boolean> {
  const { tenant_id, user_id } = person
  const token = unsubscribeToken(key, tenant_id, user_id)
  const isStoppable = notices.some(({ topic }) => topic !== 'security')
  const stopAt = isStoppable ? `${publicUrl}/unsubscribe/${token}` : undefined
  const message = { ...digest({ notices, person, publicUrl, stopAt }), ...(stopAt && { stopAt }) }
  try {
    await mailer.send(tx, { tenant: tenant_id, to: person.email, kind: 'notification', ...message })
  } catch (error) {
    if (isAppError(error) && error.code === 'unacceptable') return false
    throw error
  }
  const link = { tenant_id, user_id, token_hash: hashOf(token), token_hint: hintOf(token), created_at: clock.now() }
  if (isStoppable) await ensureLink(tx, link)
  return true
}

const idsOf = (notices: readonly Notice[]): string[] => notices.map(({ id }) => id)
