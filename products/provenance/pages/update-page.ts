// Edits a page. Publishing is one of the edits, with its own checks.
import type { Page, PagePatch } from '@veritrace/contract/provenance/pages'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Provenance } from '../deps.ts'
import { requirePaidFields } from './entitled.ts'
import { requireNdaTemplate } from './nda-template.ts'
import { requirePublishable, requirePublisher, requireReady, requireStillReady } from './publish-page.ts'
import { mergeTheme, publishStep, withPlainDomain } from './rules.ts'
import { findPage, lockPage, updatePageRow } from './store.ts'
import { askForDomainCheck } from './verify-domain.ts'
import { viewPage } from './view.ts'

export function updatePage(
  deps: Provenance,
  caller: Caller,
  slug: string,
  asked: PagePatch,
  ifVersion?: number,
): Promise<Page> {
  const patch = withPlainDomain(asked)
  return transact(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    const now = deps.clock.now()
    const page = (await lockPage(tx, caller.tenant, slug, now)) ?? notFound('page', slug)
    if (ifVersion !== undefined && ifVersion !== page.version) staleVersion('page', page.version)
    await requirePaidFields(inside, caller, patch)
    await requireNdaTemplate(inside, caller.tenant, patch.nda_template_id, page.nda_template_id)
    const step = publishStep(page.published, patch)
    if (step) requirePublisher(caller)

    const newDomain = patch.custom_domain !== undefined && patch.custom_domain !== page.custom_domain
    await updatePageRow(tx, caller.tenant, page.id, {
      ...patch,
      theme: JSON.stringify(mergeTheme(page.theme, patch.theme)),
      updated_at: now,
      ...(newDomain && { domain_status: patch.custom_domain ? 'pending_dns' : 'none', domain_error: null }),
      ...(step === 'publish' && { published_at: now, unpublished_at: null }),
      ...(step === 'unpublish' && { unpublished_at: now }),
    })
    const after = (await findPage(tx, caller.tenant, slug, now))!
    if (step === 'publish') await requirePublishable(inside, caller, after)
    else if (patch.published) requireReady(after)
    else if (after.published) requireStillReady(page, after)
    if (newDomain && patch.custom_domain) await askForDomainCheck(inside, caller.tenant, slug)
    await deps.events.record(tx, caller, {
      action: `page.${step ?? 'update'}`,
      resource: { type: 'page', id: page.id, label: after.display_name },
      changes: changesOf(page, after, patch),
      data: { slug },
    })
    return viewPage(after)
  })
}
