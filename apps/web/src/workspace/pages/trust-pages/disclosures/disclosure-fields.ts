// A disclosure as form values.
import type { Disclosure, DisclosurePatch, NewDisclosure } from '@veritrace/contract/provenance/disclosures'
import { isSame } from '../page-fields.ts'

const BLANK = {
  kind: 'security_overview' as Disclosure['kind'],
  title: '',
  body: '',
  locale: 'en',
  page_slugs: [] as readonly string[],
  evidence_ids: [] as readonly string[],
  /** A day without a time. */
  effective_at: '',
}
export type DisclosureFields = typeof BLANK

/** A new disclosure is shown on the page that it was created on, in the page's language. */
export const blankFor = (page: { slug: string; locale: string }): DisclosureFields => ({
  ...BLANK,
  locale: page.locale,
  page_slugs: [page.slug],
})

export const fieldsOf = (one: Disclosure): DisclosureFields => ({
  kind: one.kind,
  title: one.title,
  body: one.body,
  locale: one.locale,
  page_slugs: one.page_slugs,
  evidence_ids: one.evidence_ids,
  effective_at: one.effective_at?.slice(0, 10) ?? '',
})

export const PATHS = Object.keys(BLANK)

export const newOf = ({ effective_at, page_slugs, evidence_ids, ...rest }: DisclosureFields): NewDisclosure => ({
  ...rest,
  title: rest.title.trim(),
  page_slugs: [...page_slugs],
  evidence_ids: [...evidence_ids],
  effective_at: effective_at ? `${effective_at}T00:00:00Z` : null,
})

/** The changed fields; undefined if nothing changed. */
export function patchOf(now: DisclosureFields, was: DisclosureFields): DisclosurePatch | undefined {
  const changed = Object.entries(newOf(now)).filter(([name]) => {
    const field = name as keyof DisclosureFields
    return !isSame(now[field], was[field])
  })
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}
