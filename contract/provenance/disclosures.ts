// Disclosures: statements written by a customer and reviewed by a second person before they are published.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, Slug, strict } from '../wire.ts'

const Title = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Body = t.String({ maxLength: 20_000, description: 'Markdown; HTML is shown as text' })
const Locale = formed('a language such as en or en-GB', '^[a-z]{2,3}(-[A-Z]{2})?$')
const PageSlugs = t.Array(Slug, {
  uniqueItems: true,
  maxItems: 50,
  description: 'Pages that show it. Empty: all pages',
})
const EvidenceIds = t.Array(t.String({ minLength: 1, maxLength: 64 }), { uniqueItems: true, maxItems: 100 })

export const KINDS = [
  'security_overview',
  'compliance',
  'subprocessor_change',
  'incident',
  'vulnerability',
  'ai_transparency',
  'data_processing',
  'availability',
  'privacy',
  'other',
] as const
const Kind = oneOf(KINDS)

export const STATUSES = ['draft', 'in_review', 'approved', 'published', 'superseded', 'withdrawn'] as const
export type Status = (typeof STATUSES)[number]
const Status = oneOf(STATUSES)

export type Disclosure = Static<typeof Disclosure>
export const Disclosure = named(
  'Disclosure',
  t.Object({
    id: t.String(),
    kind: Kind,
    title: t.String(),
    body: t.String({ description: 'Markdown' }),
    body_html: t.String({ description: 'The body as safe HTML; headings start at h4, for use below an h3 title' }),
    locale: t.String(),
    status: Status,
    version: t.Integer({
      description: 'Grows with every change. A draft that replaces a published disclosure continues its count',
    }),
    page_slugs: t.Array(t.String()),
    effective_at: nullable(DateTime),
    published_at: nullable(DateTime),
    supersedes_id: nullable(t.String({ description: 'The published disclosure that this one replaces' })),
    author_id: t.String(),
    reviewer_id: nullable(t.String()),
    review_note: nullable(t.String()),
    evidence_ids: t.Array(t.String()),
    signature_id: nullable(t.String()),
    created_at: DateTime,
    updated_at: DateTime,
  }),
)

const details = {
  body: t.Optional(Body),
  locale: t.Optional(Locale),
  page_slugs: t.Optional(PageSlugs),
  effective_at: t.Optional(nullable(DateTime)),
  evidence_ids: t.Optional(EvidenceIds),
}

export type NewDisclosure = Static<typeof NewDisclosure>
export const NewDisclosure = named('NewDisclosure', strict({ kind: Kind, title: Title, ...details }))

export type DisclosurePatch = Static<typeof DisclosurePatch>
export const DisclosurePatch = named(
  'DisclosurePatch',
  strict(
    {
      kind: t.Optional(Kind),
      title: t.Optional(Title),
      ...details,
      status: t.Optional(Status),
      review_note: t.Optional(t.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })),
    },
    { minProperties: 1 },
  ),
)

export const disclosures = {
  list: endpoint('GET /app/disclosures', {
    summary: 'List your disclosures, newest first',
    auth: 'session',
    query: strict({
      ...pageQuery,
      status: t.Optional(Status),
      kind: t.Optional(Kind),
      page_slug: t.Optional(
        t.String({ maxLength: 63, description: 'Disclosures shown on this page, including those for all pages' }),
      ),
    }),
    ok: pageOf(Disclosure),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /app/disclosures', {
    summary: 'Create a disclosure as a draft',
    auth: 'session',
    role: 'member',
    body: NewDisclosure,
    ok: Disclosure,
    status: 201,
    versioned: true,
    errors: ['unknown_reference'],
  }),
  update: endpoint('PATCH /app/disclosures/{id}', {
    summary: 'Edit a disclosure, or move it to the next status',
    description:
      'Set `status` to move the disclosure: draft → in_review (member), in_review → approved or, with a `review_note`, back to draft (reviewer), approved → published and published → withdrawn (admin). You cannot approve your own disclosure. The text can be changed only in a draft. A published disclosure never changes: changing its text returns 200 and a new draft with a new `id`, the next `version` and `supersedes_id`. Publishing that draft supersedes the old disclosure.',
    auth: 'session',
    role: 'reviewer',
    body: DisclosurePatch,
    ok: Disclosure,
    versioned: true,
    errors: [
      'disclosure_not_found',
      'forbidden_transition',
      'disclosure_locked',
      'disclosure_draft_open',
      'self_approval',
      'unknown_reference',
      'unacceptable',
      'stale_version',
      'role_too_low',
    ],
  }),
}
