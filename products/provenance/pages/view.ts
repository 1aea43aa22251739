// Maps rows to the types of the contract.
import type { Page, Subprocessor } from '@veritrace/contract/provenance/pages'
import { iso } from '@veritrace/platform/clock'
import type { PublishedRow } from './published-store.ts'
import { domainRecord } from './rules.ts'
import type { CountedPage } from './store.ts'
import type { SubprocessorRow } from './subprocessor-store.ts'

export const viewPage = (row: CountedPage): Page => ({
  id: row.id,
  slug: row.slug,
  display_name: row.display_name,
  headline: row.headline,
  intro: row.intro,
  locale: row.locale,
  theme: row.theme,
  custom_domain: row.custom_domain,
  domain: {
    status: row.domain_status,
    records: row.custom_domain ? [domainRecord(row.custom_domain, row.domain_token)] : [],
    // The reverse proxy handles certificates, so no status is known here.
    certificate: 'none',
    checked_at: iso(row.domain_checked_at),
    last_error: row.domain_error,
  },
  footer_branding: row.footer_branding,
  indexable: row.indexable,
  status_page_url: row.status_page_url,
  security_contact: row.security_contact,
  no_subprocessors: row.no_subprocessors,
  nda_required: row.nda_required,
  nda_template_id: row.nda_template_id,
  sections: row.sections,
  counts: { subprocessors: row.subprocessors, disclosures: row.disclosures, evidence: row.evidence },
  published: row.published,
  published_at: iso(row.published_at),
  unpublished_at: iso(row.unpublished_at),
  draft_changes: row.published && row.published_at !== null && row.updated_at > row.published_at,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const viewSubprocessor = (row: SubprocessorRow): Subprocessor => ({
  ...row,
  // Crawled data does not say yet whether a vendor names this customer's data.
  evidence_status: 'unmatched',
  added_at: row.added_at.toISOString(),
  effective_at: iso(row.effective_at),
})

export const viewPublished = (row: PublishedRow) => ({
  slug: row.slug,
  display_name: row.display_name,
  published_at: (row.published_at ?? new Date(0)).toISOString(),
})
