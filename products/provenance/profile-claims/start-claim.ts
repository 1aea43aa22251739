// Starts a claim: creates the token, and emails it to the vendor's mailbox or returns what to publish.
import type { NewProfileClaim, StartedProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { newId, newSecret } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { dayBefore, expiryOf, hintOf, mailboxProblem, nextCheck, STARTED_PER_DAY, TOKEN_DAYS } from './rules.ts'
import { type ClaimedProfile, countStarted, findClaim, findClaimable, insertClaim, isAlreadyPending } from './store.ts'
import { viewClaim } from './view.ts'

type Deps = Pick<Provenance, 'db' | 'events' | 'clock' | 'mailer' | 'publicUrl'>

export async function startClaim(deps: Deps, caller: Caller, body: NewProfileClaim): Promise<StartedProfileClaim> {
  const token = `vtc_${newSecret()}`
  const byMail = body.method === 'email_domain'
  const started = await transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const vendor = (await findClaimable(tx, body.vendor_slug)) ?? notFound('vendor', body.vendor_slug)
    const problem = byMail && mailboxProblem(body.contact_email, vendor.primary_domain)
    if (problem) fail('unacceptable', problem)
    await requireRoom(deps, tx, caller, vendor)

    const token_expires_at = expiryOf(now)
    const id = newId('pcl')
    await insertClaim(tx, {
      id,
      tenant_id: caller.tenant,
      vendor_id: vendor.id,
      method: body.method,
      contact_email: body.contact_email,
      contact_name: body.contact_name ?? '',
      contact_role: body.contact_role ?? '',
      proof: proofOf(token),
      token_hash: hashOf(token),
      token_hint: hintOf(token),
      token_expires_at,
      next_check_at: nextCheck({ status: 'pending', method: body.method, token_expires_at }, false, now),
      created_at: now,
      updated_at: now,
    }).catch((error) => {
      if (isAlreadyPending(error)) fail('profile_claim_exists', `${vendor.display_name} is already claimed this way.`)
      throw error
    })
    const claim = (await findClaim(tx, caller.tenant, id))!
    if (byMail) await sendToken(deps, tx, claim, token)
    await deps.events.record(tx, caller, {
      action: 'profile_claim.start',
      resource: { type: 'profile_claim', id, label: vendor.display_name },
      data: { vendor_id: vendor.id, vendor_slug: vendor.slug, method: body.method },
    })
    return { ...viewClaim(claim), token: null }
  })
  // The token is added outside the transaction, whose result may be stored for an Idempotency-Key.
  return byMail ? started : { ...started, token }
}

/** The published value is public, so it must not be the token itself. */
const proofOf = (token: string): string => hashOf(`proof ${token}`)

/** Every start may send an email to a stranger, so the number per day is limited. */
async function requireRoom(
  { clock }: Deps,
  tx: Provenance['db'],
  caller: Caller,
  vendor: { id: string; display_name: string },
): Promise<void> {
  const { started, held } = await countStarted(tx, caller.tenant, vendor.id, dayBefore(clock.now()))
  if (held) fail('profile_claim_exists', `You already hold the profile of ${vendor.display_name}.`)
  if (started >= STARTED_PER_DAY) fail('too_many_profile_claims', undefined, {}, { 'retry-after': '86400' })
}

const sendToken = ({ mailer, publicUrl }: Deps, tx: Provenance['db'], claim: ClaimedProfile, token: string) =>
  mailer.send(tx, {
    tenant: claim.tenant_id,
    kind: 'profile_claim',
    id: `${claim.id}_token`,
    to: claim.contact_email,
    subject: `Is the profile of ${claim.vendor_name.replace(/\s+/g, ' ').slice(0, 100)} yours?`,
    text: [
      `Someone says that they represent ${claim.vendor_name} (${claim.primary_domain}) and gave this email address.`,
      `If this is right, confirm it within ${TOKEN_DAYS} days at`,
      `${publicUrl}/claim/${token}`,
      'If this is not right, do nothing. Without this link, the claim expires.',
    ].join('\n\n'),
  })
