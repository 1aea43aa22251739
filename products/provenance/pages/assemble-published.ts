// Builds the public view of a trust page from the rows that the public may see.
import type { PublishedTrustPageDetail } from '@veritrace/contract/provenance/pages'
import type { Db } from '@veritrace/platform/db/db'
import { listShown } from '../disclosures/store.ts'
import type { Tables } from '../tables.ts'
import { findPublished, shownEvidence, shownSubprocessors } from './published-store.ts'

export type PublishedParts = NonNullable<Awaited<ReturnType<typeof loadPublished>>>

/** Loads everything that a published page shows. Sections that the page does not name stay empty. */
export async function loadPublished(db: Db<Tables>, slug: string) {
  const page = await findPublished(db, slug)
  if (!page) return undefined
  const shows = (section: (typeof page.sections)[number]) => page.sections.includes(section)
  const [subprocessors, disclosures, evidence] = await Promise.all([
    shows('subprocessors') ? shownSubprocessors(db, page.tenant_id, page.id) : [],
    shows('disclosures') ? listShown(db, page.tenant_id, slug) : [],
    shows('evidence') ? shownEvidence(db, page.tenant_id) : [],
  ])
  return { page, subprocessors, disclosures, evidence }
}

export async function assemblePublished(db: Db<Tables>, slug: string): Promise<PublishedTrustPageDetail | undefined> {
  const parts = await loadPublished(db, slug)
  if (!parts) return undefined
  const { page, subprocessors, disclosures, evidence } = parts
  return {
    id: page.id,
    customer_id: page.customer_id,
    slug: page.slug,
    display_name: page.display_name,
    // A custom domain is public only after it has been verified.
    custom_domain: page.domain_status === 'verified' ? page.custom_domain : null,
    footer_branding: page.footer_branding,
    published: page.published,
    customer_plan: page.plan,
    subprocessors,
    disclosures: disclosures.map(({ kind, title, body }) => ({ kind, title, body })),
    evidence: evidence.map(({ title, content_type, status }) => ({ title, content_type, status })),
  }
}
