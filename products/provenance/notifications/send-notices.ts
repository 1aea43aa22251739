// Mails what is due: one letter to a person, in the transaction that marks what it holds as sent.
import { transact } from '@veritrace/platform/db/transact'
import { isAppError } from '@veritrace/platform/errors'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { keepSecret } from '@veritrace/platform/keyring/store'
import type { Provenance } from '../deps.ts'
import { digest } from './digest.ts'
import { deleteNotices, listDue, lockWaiting, markSent, type Notice, type Waiting } from './notice-store.ts'
import { findPerson, keepLink, type Person } from './people-store.ts'
import { settleNotices } from './replan-notices.ts'
import { DEFAULTS, isFor } from './rules.ts'
import { hintOf, UNSUBSCRIBE_KEY, unsubscribeToken } from './unsubscribe-token.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'log'>

const PEOPLE = 200
/** In one letter; the next minute has another. */
const MOST = 2_000

/** Two at once do not meet: who comes second to a person waits, and finds everything sent. */
export async function sendNotices(deps: Deps, signal?: AbortSignal): Promise<void> {
  const key = await keepSecret(deps.db, UNSUBSCRIBE_KEY)
  const now = deps.clock.now()
  let last: Waiting | undefined
  do {
    const due = await listDue(deps.db, now, last, PEOPLE)
    for (const who of due) {
      if (signal?.aborted) return
      // One letter that cannot be written keeps nobody else waiting; it is tried again in a minute.
      await tell(deps, who, key).catch((error: unknown) =>
        deps.log.error({ err: error, tenant: who.tenant_id }, 'what a person waits for could not be mailed'),
      )
    }
    last = due.length < PEOPLE ? undefined : due.at(-1)
  } while (last)
}

/** Who left, or has no address any more, is told nothing. */
const tell = (deps: Deps, who: Waiting, key: string): Promise<void> =>
  transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const due = await lockWaiting(tx, who, { until: now, count: MOST })
    if (due.length === 0) return
    const person = await findPerson(tx, who.tenant_id, who.user_id)
    if (!person) return deleteNotices(tx, who.tenant_id, idsOf(due))
    // Read after the lock: what the person may and wants to know now counts.
    const { theirs = [], others = [] } = Object.groupBy(due, (one) => (isStillFor(person, one) ? 'theirs' : 'others'))
    await deleteNotices(tx, who.tenant_id, idsOf(others))
    const ready = await settleNotices(tx, who, theirs, person.settings ?? DEFAULTS, now)
    if (ready.length === 0) return
    const isMailed = await mail({ ...deps, db: tx }, person, ready, key)
    if (!isMailed) return deleteNotices(tx, who.tenant_id, idsOf(ready))
    await markSent(tx, who.tenant_id, idsOf(ready), now)
  })

/** Security waits for no letter, and may concern them whatever their role. */
const isStillFor = ({ role }: Person, { topic }: Notice): boolean => topic === 'security' || isFor(topic, role)

/** False where the address is none that mail can be sent to. */
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
  const letter = { ...digest({ notices, person, publicUrl, stopAt }), ...(stopAt && { stopAt }) }
  try {
    await mailer.send(tx, { tenant: tenant_id, to: person.email, kind: 'notification', ...letter })
  } catch (error) {
    if (isAppError(error) && error.code === 'unacceptable') return false
    throw error
  }
  const link = { tenant_id, user_id, token_hash: hashOf(token), token_hint: hintOf(token), created_at: clock.now() }
  if (isStoppable) await keepLink(tx, link)
  return true
}

const idsOf = (notices: readonly Notice[]): string[] => notices.map(({ id }) => id)
