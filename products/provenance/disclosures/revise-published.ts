// What was published stays as it was: new words begin a draft of their own, which replaces it once it is published.
import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import { fail } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Caller } from '@veritrace/platform/identity/caller'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { DisclosureRow } from '../tables.ts'
import type { Words } from './rules.ts'
import { findDisclosure, findOpenDraft, insertDisclosure } from './store.ts'
import { viewDisclosure } from './view.ts'
import { wordsAsColumns } from './words.ts'

/** Called in the transaction that holds the lock of `published`, so that only one draft can come of it. */
export async function revisePublished(
  deps: Provenance,
  caller: Caller,
  published: DisclosureRow,
  words: Words,
): Promise<Disclosure> {
  const { db: tx, events, clock } = deps
  const open = await findOpenDraft(tx, caller.tenant, published.id)
  if (open) fail('disclosure_draft_open', `The draft ${open.id} is to replace it.`, { draft_id: open.id })
  const id = newId('dis')
  const now = clock.now()
  await insertDisclosure(tx, {
    kind: published.kind,
    title: published.title,
    body: published.body,
    body_html: published.body_html,
    locale: published.locale,
    page_slugs: published.page_slugs,
    effective_at: published.effective_at,
    evidence_ids: published.evidence_ids,
    ...(await wordsAsColumns(deps, caller, words)),
    id,
    tenant_id: caller.tenant,
    version: published.version + 1,
    supersedes_id: published.id,
    author_id: caller.actor.id,
    created_at: now,
    updated_at: now,
  })
  const draft = (await findDisclosure(tx, caller.tenant, id))!
  await events.record(tx, caller, {
    action: 'disclosure.create',
    resource: { type: 'disclosure', id, label: draft.title },
    changes: changesOf(published, draft, words),
    data: { kind: draft.kind, supersedes_id: published.id },
  })
  return viewDisclosure(draft)
}
