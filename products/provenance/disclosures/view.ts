// Converts rows to the types of the contract.
import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import { iso } from '@veritrace/platform/clock'
import { renderMarkdown } from '../markdown/render.ts'
import type { DisclosureRow } from '../tables.ts'

export const viewDisclosure = (row: DisclosureRow): Disclosure => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  body_html: bodyHtml(row),
  locale: row.locale,
  status: row.status,
  version: row.version,
  page_slugs: row.page_slugs,
  effective_at: iso(row.effective_at),
  published_at: iso(row.published_at),
  supersedes_id: row.supersedes_id,
  author_id: row.author_id,
  reviewer_id: row.reviewer_id,
  review_note: row.review_note,
  evidence_ids: row.evidence_ids,
  signature_id: row.signature_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** Uses the HTML stored when the body was written, because rendering would dominate the cost of a list or page. */
export const bodyHtml = (row: Pick<DisclosureRow, 'body' | 'body_html'>): string =>
  row.body_html ?? renderBody(row.body)

/** The body's headings start below level 3, the level of the title. */
export const renderBody = (body: string): string => renderMarkdown(body, { under: 3 })
