// Verifies that a customer controls a custom domain, and rechecks it: a domain that was given up must not stay verified.

import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { domainRecord } from './rules.ts'
import {
  type CountedPage,
  findCustomer,
  findPage,
  isDomainProvedElsewhere,
  lockPage,
  noteDomainCheck,
  updatePageRow,
} from './store.ts'

export const CHECK_DOMAIN = 'check-page-domain'

export interface DomainCheck {
  tenant: string
  slug: string
}

export const askForDomainCheck = ({ db, jobs }: Pick<Provenance, 'db' | 'jobs'>, tenant: string, slug: string) =>
  jobs.add(db, CHECK_DOMAIN, { tenant, slug } satisfies DomainCheck, { key: slug })

type Deps = Pick<Provenance, 'db' | 'events' | 'clock' | 'resolveTxt'>

export async function verifyDomain(deps: Deps, { tenant, slug }: DomainCheck): Promise<void> {
  const page = await findPage(deps.db, tenant, slug, deps.clock.now())
  if (!page?.custom_domain) return
  const record = domainRecord(page.custom_domain, page.domain_token)
  const found = await deps.resolveTxt(record.name)
  const error = found.includes(record.value) ? null : `There is no TXT record ${record.name} with the expected value.`
  try {
    await saveVerdict(deps, page, error)
  } catch (failure) {
    if (!isDomainProvedElsewhere(failure)) throw failure
    await saveVerdict(deps, page, `${page.custom_domain} is verified for another page.`)
  }
}

/** A verified domain that loses its record fails. An unverified domain stays pending. */
async function saveVerdict({ db, events, clock }: Deps, checked: CountedPage, error: string | null): Promise<void> {
  await transact(db, async (tx) => {
    const now = clock.now()
    const page = await lockPage(tx, checked.tenant_id, checked.slug, now)
    // The domain was changed during the lookup, so the result does not apply to it.
    if (page?.custom_domain !== checked.custom_domain) return
    const status = !error ? 'verified' : page.domain_status === 'verified' ? 'failed' : page.domain_status
    const check = { domain_error: error, domain_checked_at: now }
    if (status === page.domain_status) return void (await noteDomainCheck(tx, page.tenant_id, page.id, check))
    await updatePageRow(tx, page.tenant_id, page.id, { ...check, domain_status: status })
    const customer = await findCustomer(tx, page.tenant_id)
    await events.record(tx, systemCaller(page.tenant_id, customer?.customer_id ?? ''), {
      action: error ? 'page.domain_failed' : 'page.domain_verified',
      resource: { type: 'page', id: page.id, label: page.display_name },
      changes: [{ field: 'domain.status', from: page.domain_status, to: status }],
      data: { slug: page.slug, domain: page.custom_domain },
    })
  })
}
