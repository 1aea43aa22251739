// A new page starts as a draft: none of it is public.
import type { NewPage, Page } from '@veritrace/contract/provenance/pages'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { newId, newSecret } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { requirePaidFields } from './entitled.ts'
import { requireNdaTemplate } from './nda-template.ts'
import { mergeTheme, withPlainDomain } from './rules.ts'
import { findPage, insertPage, isSlugTaken } from './store.ts'
import { askForDomainCheck } from './verify-domain.ts'
import { viewPage } from './view.ts'

export function createPage(deps: Provenance, caller: Caller, asked: NewPage): Promise<Page> {
  const body = withPlainDomain(asked)
  return transact(deps.db, async (tx) => {
    await requirePaidFields({ ...deps, db: tx }, caller, body)
    await requireNdaTemplate({ db: tx }, caller.tenant, body.nda_template_id)
    const id = newId('page')
    const now = deps.clock.now()
    await insertPage(tx, {
      ...body,
      id,
      tenant_id: caller.tenant,
      theme: JSON.stringify(mergeTheme({}, body.theme)),
      domain_status: body.custom_domain ? 'pending_dns' : 'none',
      domain_token: newSecret(),
      created_at: now,
      updated_at: now,
    }).catch((error) => {
      if (isSlugTaken(error)) fail('slug_taken', `A page with the slug “${body.slug}” already exists.`)
      throw error
    })
    if (body.custom_domain) await askForDomainCheck({ ...deps, db: tx }, caller.tenant, body.slug)
    await deps.events.record(tx, caller, {
      action: 'page.create',
      resource: { type: 'page', id, label: body.display_name },
      data: { slug: body.slug },
    })
    return viewPage((await findPage(tx, caller.tenant, body.slug, now))!)
  })
}
