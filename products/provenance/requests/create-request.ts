// A new request gets its number, the stages of its kind, and a due date.
import type { NewTrustRequest, TrustRequest } from '@veritrace/contract/provenance/requests'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { findOwnPage, hasVendor, isMember, listOwnItems } from './reference-store.ts'
import { deadlines, itemKeys, numberText, stagesFor } from './rules.ts'
import { findOpenLike, insertRequest, takeNumber } from './store.ts'
import { viewStored } from './view.ts'

export function createRequest(deps: Provenance, caller: Caller, body: NewTrustRequest): Promise<TrustRequest> {
  const { tenant } = caller
  return transact(deps.db, async (tx) => {
    const { kind, direction = 'inbound', page_slug = null, requester } = body
    await requireKnown({ db: tx }, tenant, body)
    // Takes the tenant's counter until the commit, so the duplicate check below sees every earlier request.
    const number = await takeNumber(tx, tenant)
    const keys = itemKeys(body)
    const same = await findOpenLike(tx, tenant, { direction, page_slug, email: requester.email, keys })
    if (same)
      fail('request_open_already', `${numberText(same.number)} already asks for this.`, {
        open_request_id: same.id,
        number: numberText(same.number),
      })

    const id = newId('req')
    const now = deps.clock.now()
    const due = deadlines(kind, now)
    const page = page_slug === null ? undefined : await findOwnPage(tx, tenant, page_slug)
    const assignee_id = body.assignee_id ?? null
    const stages = stagesFor(kind, page, now, due.due_at).map((stage) => ({
      ...stage,
      id: newId('stage'),
      tenant_id: tenant,
      request_id: id,
      assignee_id,
    }))
    const row = {
      ...columnsOf(body),
      direction,
      ...due,
      id,
      tenant_id: tenant,
      number,
      page_slug,
      assignee_id,
      item_keys: keys,
      current_stage_id: stages[0]!.id,
      ...origin(caller),
      created_at: now,
      updated_at: now,
    }
    await insertRequest(tx, row, stages)
    await deps.events.record(tx, caller, {
      action: 'request.create',
      resource: { type: 'request', id, label: numberText(number) },
      data: { kind, number: numberText(number), direction },
    })
    return viewStored(tx, tenant, id, now)
  })
}

/** Copies fields by name, so that a caller cannot set any other column. */
const columnsOf = (body: NewTrustRequest) => ({
  kind: body.kind,
  subject: body.subject,
  message: body.message ?? '',
  vendor_id: body.vendor_id ?? null,
  requester: JSON.stringify({ company: '', job_title: '', relationship: '', ...body.requester }),
  items: JSON.stringify(
    (body.requested_items ?? []).map((item) => ({
      id: newId('item'),
      evidence_id: item.evidence_id ?? null,
      disclosure_id: item.disclosure_id ?? null,
      free_text: item.free_text ?? null,
      decision: 'pending',
      decided_at: null,
    })),
  ),
  requested_duration_days: body.requested_duration_days ?? null,
})

const origin = ({ actor, ip, userAgent }: Caller) => ({
  source: actor.type === 'user' ? ('app' as const) : ('api' as const),
  ip,
  user_agent: userAgent,
})

/** Fails with one error per field that refers to something the tenant does not have. */
async function requireKnown({ db }: Pick<Provenance, 'db'>, tenant: string, body: NewTrustRequest): Promise<void> {
  const { page_slug, vendor_id, assignee_id, requested_items = [] } = body
  const evidence = requested_items.flatMap((item) => item.evidence_id ?? [])
  const disclosures = requested_items.flatMap((item) => item.disclosure_id ?? [])
  const own = new Set([
    ...(await listOwnItems(db, tenant, 'provenance.evidence', evidence)),
    ...(await listOwnItems(db, tenant, 'provenance.disclosures', disclosures)),
  ])
  const unknown = [
    ...(page_slug && !(await findOwnPage(db, tenant, page_slug)) ? [['page_slug', page_slug]] : []),
    ...(vendor_id && !(await hasVendor(db, vendor_id)) ? [['vendor_id', vendor_id]] : []),
    ...(assignee_id && !(await isMember(db, tenant, assignee_id)) ? [['assignee_id', assignee_id]] : []),
    ...[...evidence, ...disclosures].filter((id) => !own.has(id)).map((id) => ['requested_items', id]),
  ]
  const errors = unknown.map(([path, name]) => ({ path, message: `names “${name}”, which does not exist` }))
  if (errors.length > 0)
    fail('unknown_reference', errors.map(({ path, message }) => `${path} ${message}.`).join(' '), { errors })
}
