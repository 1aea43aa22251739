// Sends a new link to a recipient who has lost theirs. The answer reveals nothing about the address: every request
// queues a job, and the job finds out whether the address has any grants.
import { transact } from '@veritrace/platform/db/transact'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { newId, newSecret } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { countLinks, deleteLinks, insertLinks, lockLiveGrants } from './grant-link-store.ts'
import { mailLinks } from './mail.ts'
import { linkEnd, linkForgottenBefore } from './rules.ts'

export const SEND_LINKS = 'send-access-links'
export interface Reclaim {
  /** Prefix of the email ids, so that a job that runs again sends nothing twice. */
  id: string
  /** In lower case. */
  email: string
}

const HOUR_MS = 3_600_000
/** New links per grant and hour, regardless of the requester, so that no one can flood a mailbox. */
export const LINKS_PER_HOUR = 3
const GRANTS_AT_ONCE = 50

export function reclaimLinks({ db, jobs }: Pick<Provenance, 'db' | 'jobs'>, email: string): Promise<void> {
  const reclaim = { id: newId('mail'), email: email.toLowerCase() } satisfies Reclaim
  return transact(db, (tx) => jobs.add(tx, SEND_LINKS, reclaim, { key: hashOf(reclaim.email) }))
}

export function sendLinks(
  deps: Pick<Provenance, 'db' | 'mailer' | 'clock' | 'publicUrl'>,
  { id, email }: Reclaim,
): Promise<void> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const grants = await lockLiveGrants(tx, email, now, GRANTS_AT_ONCE)
    const ids = grants.map((grant) => grant.id)
    const made = await countLinks(tx, ids, new Date(now.getTime() - HOUR_MS))
    const links = grants
      .filter((grant) => (made.get(grant.id) ?? 0) < LINKS_PER_HOUR)
      .map((grant) => ({ ...grant, token: newSecret(), endsAt: linkEnd(grant, now) }))
    if (links.length === 0) return
    await insertLinks(
      tx,
      links.map(({ id: grant_id, tenant_id, token, endsAt }) => ({
        id: newId('lnk'),
        tenant_id,
        grant_id,
        token_hash: hashOf(token),
        expires_at: endsAt,
        created_at: now,
      })),
    )
    // Send to each address as it was spelled when access was given, not as the visitor typed it.
    const mails = [...Map.groupBy(links, ({ subject_email }) => subject_email)]
    for (const [at, [to, own]] of mails.entries()) await mailLinks({ ...deps, db: tx }, `${id}-${at}`, to, own)
  })
}

export const forgetLinks = async ({ db, clock }: Pick<Provenance, 'db' | 'clock'>): Promise<void> =>
  void (await deleteLinks(db, linkForgottenBefore(clock.now())))
