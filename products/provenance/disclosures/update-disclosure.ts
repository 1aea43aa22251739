// Edits a disclosure, changes its status, or both. Editing a published disclosure creates a new draft instead.
import type { Disclosure, DisclosurePatch } from '@veritrace/contract/provenance/disclosures'
import { type Caller, requireRole } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Provenance } from '../deps.ts'
import type { DisclosureRow } from '../tables.ts'
import { contentColumns } from './content.ts'
import { requireStep, stepColumns, supersede } from './move-disclosure.ts'
import { revisePublished } from './revise-published.ts'
import { contentOf, hasContent } from './rules.ts'
import { findDisclosure, lockDisclosure, updateDisclosureRow } from './store.ts'
import { viewDisclosure } from './view.ts'

export function updateDisclosure(
  deps: Provenance,
  caller: Caller,
  id: string,
  patch: DisclosurePatch,
  ifVersion?: number,
): Promise<Disclosure> {
  return transact(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    const before = (await lockDisclosure(tx, caller.tenant, id)) ?? notFound('disclosure', id)
    if (ifVersion !== undefined && ifVersion !== before.version) staleVersion('disclosure', before.version)
    if (hasContent(patch)) requireWritable(caller, before, patch)
    if (hasContent(patch) && before.status === 'published')
      return revisePublished(inside, caller, before, contentOf(patch))
    return viewDisclosure(await change(inside, caller, before, patch))
  })
}

function requireWritable(caller: Caller, before: DisclosureRow, patch: DisclosurePatch): void {
  requireRole(caller, 'member')
  if (before.status === 'draft') return
  if (before.status !== 'published') fail('disclosure_locked', `It is ${before.status.replace('_', ' ')}.`)
  if (patch.status !== undefined || patch.review_note !== undefined)
    fail('unacceptable', 'Editing a published disclosure creates a draft. Change the status of that draft instead.')
}

async function change(
  deps: Provenance,
  caller: Caller,
  before: DisclosureRow,
  patch: DisclosurePatch,
): Promise<DisclosureRow> {
  const { db: tx, events, clock } = deps
  const step = await requireStep(deps, caller, before, patch)
  const now = clock.now()
  await updateDisclosureRow(tx, caller.tenant, before.id, {
    ...(await contentColumns(deps, caller, contentOf(patch))),
    ...(hasContent(patch) && { editor_ids: [...new Set([...before.editor_ids, caller.actor.id])] }),
    ...stepColumns(step, caller, patch, now),
    updated_at: now,
  })
  const old =
    step?.action === 'publish' && before.supersedes_id ? await supersede(deps, caller, before.supersedes_id) : undefined
  const after = (await findDisclosure(tx, caller.tenant, before.id))!
  // Recorded after all row locks are taken: it makes the tenant's other writers wait until the commit.
  await events.record(tx, caller, {
    action: `disclosure.${step?.action ?? 'update'}`,
    resource: { type: 'disclosure', id: after.id, label: after.title },
    changes: changesOf(before, after, patch),
    data: { kind: after.kind, status: after.status },
  })
  if (old)
    await events.record(tx, caller, {
      action: 'disclosure.supersede',
      resource: { type: 'disclosure', id: old.id, label: old.title },
      changes: [{ field: 'status', from: old.status, to: 'superseded' }],
      data: { kind: old.kind, status: 'superseded', superseded_by: after.id },
    })
  return after
}
