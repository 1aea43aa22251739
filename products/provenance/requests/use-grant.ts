// Whoever holds the token of a grant: what they were given, and the files of it.
import { fail, notFound } from '@veritrace/platform/errors'
import { systemCaller, type Visitor } from '@veritrace/platform/identity/caller'
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
  /** Whether there is a file to be had. */
  file: boolean
  /** Of a disclosure that is published, as HTML. */
  words?: string
  /** A disclosure that is not published, or not any more. */
  isUnpublished?: boolean
}

/** Unknown, revoked and expired alike: a link that opens nothing does not say why. One of a day may: another can be had. */
async function openGrant({ db, clock }: Pick<Provenance, 'db' | 'clock'>, token: string) {
  const grant = await findByToken(db, hashOf(token), clock.now())
  if (!grant || grantStatus(grant, clock.now()) !== 'active') return fail('access_link_not_found')
  if (grant.link_ends_at && grant.link_ends_at <= clock.now())
    return fail(
      'access_link_not_found',
      `It worked for ${LINK_HOURS} hours, which have passed. What it led to is still there.`,
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
      title: held?.title ?? disclosed?.title ?? item.free_text ?? 'No longer there',
      file: held !== undefined && isToBeHad(held, deps.clock.now()),
      ...(disclosed && (disclosed.status === 'published' ? { words: bodyHtml(disclosed) } : { isUnpublished: true })),
    }
  })
  const customer = (await findTenant(deps.db, tenant_id))?.display_name ?? ''
  return { customer, subject, until: grant.expires_at, linkEndsAt: grant.link_ends_at, given }
}

/** The evidence that is to be had with it, in the version that holds now; 404 where there is none. */
export async function findGiven(deps: Pick<Provenance, 'db' | 'clock'>, token: string, itemId: string) {
  const { grant, items } = await openGrant(deps, token)
  const id = items.find((item) => item.id === itemId)?.evidence_id ?? notFound('evidence', itemId)
  const held = (await listHeld(deps.db, grant.tenant_id, [id])).get(id)
  return held && isToBeHad(held, deps.clock.now()) ? { grant, id: held.id } : notFound('evidence', itemId)
}

const isToBeHad = (evidence: EvidenceRow, now: Date): boolean =>
  evidence.storage_tier === 'hot' && evidence.review_status === 'approved' && !hasEnded(evidence, now)

/** A short-lived address of the file; every one stands in the audit log and is counted. */
export async function useGrant(deps: Provenance, visitor: Visitor, token: string, itemId: string): Promise<string> {
  const { grant, id } = await findGiven(deps, token, itemId)
  // The link shows that someone reads this mailbox, no more: no user of ours acts here.
  const actor = { type: 'system', id: grant.id, label: `Grant for ${grant.subject_email}` } as const
  const caller = { ...systemCaller(grant.tenant_id, grant.customer_id), ...visitor, actor }
  const file = await handOutFile(deps, caller, id, grant.given_by ?? undefined)
  if (file.storage_tier !== 'hot') return notFound('evidence', itemId)
  await countDownload(deps.db, grant.tenant_id, grant.id, deps.clock.now())
  return file.url
}
