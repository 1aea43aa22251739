// Edits a disclosure, moves it a step, or both. The words of a published one never change: they begin a new draft.
import type { Disclosure, DisclosurePatch } from '@veritrace/contract/provenance/disclosures'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import { type Caller, requireRole } from '@veritrace/platform/identity/caller'
import type { Provenance } from '../deps.ts'
import type { DisclosureRow } from '../tables.ts'
import { requireStep, stepColumns, supersede } from './move-disclosure.ts'
import { revisePublished } from './revise-published.ts'
import { hasWords, wordsOf } from './rules.ts'
import { findDisclosure, lockDisclosure, updateDisclosureRow } from './store.ts'
import { viewDisclosure } from './view.ts'
import { wordsAsColumns } from './words.ts'

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
    if (hasWords(patch)) requireWritable(caller, before, patch)
    if (hasWords(patch) && before.status === 'published') return revisePublished(inside, caller, before, wordsOf(patch))
    return viewDisclosure(await change(inside, caller, before, patch))
  })
}

function requireWritable(caller: Caller, before: DisclosureRow, patch: DisclosurePatch): void {
  requireRole(caller, 'member')
  if (before.status === 'draft') return
  if (before.status !== 'published') fail('disclosure_locked', `It is ${before.status.replace('_', ' ')}.`)
  if (patch.status !== undefined || patch.review_note !== undefined)
    fail('unacceptable', 'New words for a published disclosure begin a draft; ask for its next step there.')
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
    ...(await wordsAsColumns(deps, caller, wordsOf(patch))),
    ...(hasWords(patch) && { editor_ids: [...new Set([...before.editor_ids, caller.actor.id])] }),
    ...stepColumns(step, caller, patch, now),
    updated_at: now,
  })
  const old =
    step?.action === 'publish' && before.supersedes_id ? await supersede(deps, caller, before.supersedes_id) : undefined
  const after = (await findDisclosure(tx, caller.tenant, before.id))!
  // Last, after every row lock: from here on the tenant's other writers wait.
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
