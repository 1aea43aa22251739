// A published disclosure never changes: an edit creates a draft that replaces it when the draft is published.
import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { DisclosureRow } from '../tables.ts'
import { contentColumns } from './content.ts'
import type { Content } from './rules.ts'
import { findDisclosure, findOpenDraft, insertDisclosure } from './store.ts'
import { viewDisclosure } from './view.ts'

/** The caller's transaction has locked `published`, so that concurrent edits cannot create two drafts. */
export async function revisePublished(
  deps: Provenance,
  caller: Caller,
  published: DisclosureRow,
  content: Content,
): Promise<Disclosure> {
  const { db: tx, events, clock } = deps
  const open = await findOpenDraft(tx, caller.tenant, published.id)
  if (open) fail('disclosure_draft_open', `Edit the draft ${open.id} instead.`, { draft_id: open.id })
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
    ...(await contentColumns(deps, caller, content)),
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
    changes: changesOf(published, draft, content),
    data: { kind: draft.kind, supersedes_id: published.id },
  })
  return viewDisclosure(draft)
}
