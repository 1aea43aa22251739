// What the holder of a grant's token may see and download.

import { systemCaller, type Visitor } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import { bodyHtml } from '../disclosures/view.ts'
import { handOutFile } from '../evidence/hand-out-file.ts'
import { hasEnded } from '../evidence/rules.ts'
import { listHeld } from '../evidence/store.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import { countDownload, findByToken } from './grant-store.ts'
import { listDisclosed } from './reference-store.ts'
import { grantStatus, LINK_HOURS } from './rules.ts'
import { findRequest } from './store.ts'

export interface Given {
  id: string
  title: string
  /** True if a file can be downloaded. */
  file: boolean
  /** The text of a published disclosure. */
  bodyHtml?: string
  /** True for a disclosure that was never published or was withdrawn. */
  isUnpublished?: boolean
}

/**
 * The error does not say whether a link is unknown, revoked or expired. Only an expired replacement link says so,
 * because its holder can get another.
 */
async function openGrant({ db, clock }: Pick<Provenance, 'db' | 'clock'>, token: string) {
  const grant = await findByToken(db, hashOf(token), clock.now())
  if (!grant || grantStatus(grant, clock.now()) !== 'active') return fail('access_link_not_found')
  if (grant.link_ends_at && grant.link_ends_at <= clock.now())
    return fail(
      'access_link_not_found',
      `It worked for ${LINK_HOURS} hours, which have passed. You still have access: get another link.`,
    )
  const request = await findRequest(db, grant.tenant_id, grant.request_id)
  const items = (request?.items ?? []).filter(({ id }) => grant.items.includes(id))
  return { grant, items, subject: request?.subject ?? '' }
}

export async function readGrant(deps: Pick<Provenance, 'db' | 'clock'>, token: string) {
  const { grant, items, subject } = await openGrant(deps, token)
  const { tenant_id } = grant
  const evidence = await listHeld(
    deps.db,
    tenant_id,
    items.flatMap(({ evidence_id }) => evidence_id ?? []),
  )
  const disclosures = await listDisclosed(
    deps.db,
    tenant_id,
    items.flatMap(({ disclosure_id }) => disclosure_id ?? []),
  )
  const given = items.map((item): Given => {
    const held = evidence.get(item.evidence_id ?? '')
    const disclosed = disclosures.find(({ named }) => named === item.disclosure_id)
    return {
      id: item.id,
      title: held?.title ?? disclosed?.title ?? item.free_text ?? 'No longer available',
      file: held !== undefined && isDownloadable(held, deps.clock.now()),
      ...(disclosed &&
        (disclosed.status === 'published' ? { bodyHtml: bodyHtml(disclosed) } : { isUnpublished: true })),
    }
  })
  const customer = (await findTenant(deps.db, tenant_id))?.display_name ?? ''
  return { customer, subject, until: grant.expires_at, linkEndsAt: grant.link_ends_at, given }
}

/** The current version of the evidence behind an item of the grant; 404 if it cannot be downloaded. */
export async function findGiven(deps: Pick<Provenance, 'db' | 'clock'>, token: string, itemId: string) {
  const { grant, items } = await openGrant(deps, token)
  const id = items.find((item) => item.id === itemId)?.evidence_id ?? notFound('evidence', itemId)
  const held = (await listHeld(deps.db, grant.tenant_id, [id])).get(id)
  return held && isDownloadable(held, deps.clock.now()) ? { grant, id: held.id } : notFound('evidence', itemId)
}

const isDownloadable = (evidence: EvidenceRow, now: Date): boolean =>
  evidence.storage_tier === 'hot' && evidence.review_status === 'approved' && !hasEnded(evidence, now)

/** A short-lived URL of the file. Every call is logged in the audit log and counted. */
export async function useGrant(deps: Provenance, visitor: Visitor, token: string, itemId: string): Promise<string> {
  const { grant, id } = await findGiven(deps, token, itemId)
  // The link only proves that someone reads this mailbox, so the actor is the system, not a user.
  const actor = { type: 'system', id: grant.id, label: `Grant for ${grant.subject_email}` } as const
  const caller = { ...systemCaller(grant.tenant_id, grant.customer_id), ...visitor, actor }
  const file = await handOutFile(deps, caller, id, grant.given_by ?? undefined)
  if (file.storage_tier !== 'hot') return notFound('evidence', itemId)
  await countDownload(deps.db, grant.tenant_id, grant.id, deps.clock.now())
  return file.url
}
