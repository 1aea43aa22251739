// Trust pages: what a customer publishes about itself, and how a page gets published.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, Slug, strict, WebAddress } from '../wire.ts'

const Line = t.String({ maxLength: 200 })
const DisplayName = t.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
/** The last label of a domain name begins with a letter; that of an IPv4 address begins with a digit (RFC 1123 §2.1). */
const Domain = formed('a domain such as trust.example.com', '^([^.]+\\.)+[A-Za-z][^.]*$', {
  format: 'hostname',
  maxLength: 253,
})

export const SECTIONS = ['subprocessors', 'disclosures', 'evidence'] as const

const Theme = strict({
  primary_color: t.Optional(nullable(formed('a color such as #1a7f5a', '^#[0-9a-fA-F]{6}$'))),
  logo_url: t.Optional(nullable(WebAddress)),
  dark_logo_url: t.Optional(nullable(WebAddress)),
  favicon_url: t.Optional(nullable(WebAddress)),
})

const PageDomain = t.Object({
  status: oneOf(['none', 'pending_dns', 'verified', 'failed']),
  records: t.Array(t.Object({ type: t.String(), name: t.String(), value: t.String() }), {
    description: 'DNS records to set for the verification of the domain',
  }),
  certificate: oneOf(['none', 'pending', 'active', 'renewing', 'expired', 'failed']),
  checked_at: nullable(DateTime),
  last_error: nullable(t.String()),
})

export type Page = Static<typeof Page>
export const Page = named(
  'Page',
  t.Object({
    id: t.String(),
    slug: t.String(),
    display_name: t.String(),
    headline: t.String(),
    intro: t.String({ description: 'Markdown' }),
    locale: t.String(),
    theme: Theme,
    custom_domain: nullable(t.String()),
    domain: PageDomain,
    footer_branding: t.Boolean(),
    indexable: t.Boolean(),
    status_page_url: nullable(t.String()),
    security_contact: nullable(t.String()),
    no_subprocessors: t.Boolean({ description: 'The customer declares that it has no subprocessors' }),
    nda_required: t.Boolean(),
    nda_template_id: nullable(t.String()),
    sections: t.Array(oneOf(SECTIONS)),
    counts: t.Object({ subprocessors: t.Integer(), disclosures: t.Integer(), evidence: t.Integer() }),
    published: t.Boolean(),
    published_at: nullable(DateTime),
    unpublished_at: nullable(DateTime),
    draft_changes: t.Boolean({ description: 'True if the page has changed since it was published' }),
    version: t.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
  }),
)

const editable = {
  headline: t.Optional(Line),
  intro: t.Optional(t.String({ maxLength: 20_000 })),
  locale: t.Optional(formed('a language such as en or en-GB', '^[a-z]{2,3}(-[A-Z]{2})?$')),
  theme: t.Optional(Theme),
  footer_branding: t.Optional(t.Boolean()),
  indexable: t.Optional(t.Boolean()),
  custom_domain: t.Optional(nullable(Domain)),
  status_page_url: t.Optional(nullable(WebAddress)),
  security_contact: t.Optional(nullable(t.String({ format: 'email', maxLength: 254 }))),
  no_subprocessors: t.Optional(t.Boolean()),
  nda_required: t.Optional(t.Boolean()),
  nda_template_id: t.Optional(
    nullable(t.String({ maxLength: 64, description: 'The id of one of your statements of kind nda' })),
  ),
  sections: t.Optional(t.Array(oneOf(SECTIONS), { uniqueItems: true, maxItems: SECTIONS.length })),
}

export type NewPage = Static<typeof NewPage>
export const NewPage = named('NewPage', strict({ slug: Slug, display_name: DisplayName, ...editable }))

export type PagePatch = Static<typeof PagePatch>
export const PagePatch = named(
  'PagePatch',
  strict(
    { display_name: t.Optional(DisplayName), ...editable, published: t.Optional(t.Boolean()) },
    { minProperties: 1 },
  ),
)

export type ReadinessCheck = Static<typeof ReadinessCheck>
export const ReadinessCheck = named(
  'ReadinessCheck',
  t.Object({
    id: t.String(),
    title: t.String(),
    status: oneOf(['pass', 'fail', 'warn']),
    message: t.String(),
    fix_url: t.String({ description: 'Path of the screen in the workspace on which you fix the problem' }),
  }),
)

export type PublishReadiness = Static<typeof PublishReadiness>
export const PublishReadiness = named(
  'PublishReadiness',
  t.Object({
    ready: t.Boolean(),
    checks: t.Array(ReadinessCheck),
    entitlement: t.Object({ allowed: t.Boolean(), reason: nullable(t.String()) }),
  }),
)

export const SubprocessorPick = named(
  'SubprocessorPick',
  t.Object({ vendor_id: t.String(), slug: t.String(), display_name: t.String(), primary_domain: t.String() }),
)

const labels = t.Array(t.String({ minLength: 1, maxLength: 80 }), { maxItems: 30 })
export type Subprocessor = Static<typeof Subprocessor>
export const Subprocessor = named(
  'Subprocessor',
  t.Object({
    ...SubprocessorPick.properties,
    purpose: t.String(),
    data_categories: t.Array(t.String()),
    locations: t.Array(t.String()),
    position: t.Integer(),
    evidence_status: oneOf(['listed_elsewhere', 'matched', 'unmatched']),
    added_at: DateTime,
    effective_at: nullable(DateTime),
  }),
)

export type NewSubprocessor = Static<typeof NewSubprocessor>
export const NewSubprocessor = named(
  'NewSubprocessor',
  strict({
    vendor_slug: Slug,
    purpose: t.Optional(Line),
    data_categories: t.Optional(labels),
    locations: t.Optional(labels),
    effective_at: t.Optional(nullable(DateTime)),
  }),
)

export type PublishedTrustPageDetail = Static<typeof PublishedTrustPageDetail>
export const PublishedTrustPageDetail = named(
  'PublishedTrustPageDetail',
  t.Object({
    id: t.String(),
    customer_id: t.String(),
    slug: t.String(),
    display_name: t.String(),
    custom_domain: nullable(t.String()),
    footer_branding: t.Boolean(),
    published: t.Boolean(),
    customer_plan: t.String(),
    subprocessors: t.Array(SubprocessorPick),
    disclosures: t.Array(
      named('PublicTrustDisclosure', t.Object({ kind: t.String(), title: t.String(), body: t.String() })),
    ),
    evidence: t.Array(
      named('PublicTrustEvidence', t.Object({ title: t.String(), content_type: t.String(), status: t.String() })),
    ),
  }),
)

const PublishedPage = t.Object({ slug: t.String(), display_name: t.String(), published_at: DateTime })

export const pages = {
  list: endpoint('GET /app/pages', {
    summary: 'List your trust pages, newest first',
    auth: 'session',
    query: strict({ ...pageQuery, published: t.Optional(t.Boolean()) }),
    ok: pageOf(Page),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /app/pages', {
    summary: 'Create a trust page as a draft',
    auth: 'session',
    role: 'member',
    body: NewPage,
    ok: Page,
    status: 201,
    versioned: true,
    errors: ['slug_taken', 'team_plan_required', 'unknown_reference'],
  }),
  get: endpoint('GET /app/pages/{slug}', {
    summary: 'Get one of your trust pages',
    auth: 'session',
    ok: Page,
    versioned: true,
    errors: ['page_not_found'],
  }),
  update: endpoint('PATCH /app/pages/{slug}', {
    summary: 'Change a page; publishing requires readiness, the Team plan and an admin',
    auth: 'session',
    role: 'member',
    body: PagePatch,
    ok: Page,
    versioned: true,
    errors: [
      'page_not_found',
      'unknown_reference',
      'page_not_ready',
      'plan_limit_reached',
      'team_plan_required',
      'stale_version',
      'role_too_low',
    ],
  }),
  readiness: endpoint('GET /app/pages/{slug}/publish-readiness', {
    summary: 'List what must be done before the page can be published',
    auth: 'session',
    ok: PublishReadiness,
    errors: ['page_not_found'],
  }),
  listSubprocessors: endpoint('GET /app/pages/{slug}/subprocessors', {
    summary: 'List the subprocessors on a page in their order',
    auth: 'session',
    query: strict(pageQuery),
    ok: pageOf(Subprocessor),
    errors: ['page_not_found', 'invalid_cursor'],
  }),
  addSubprocessor: endpoint('POST /app/pages/{slug}/subprocessors', {
    summary: 'Add a vendor from the directory to the page',
    auth: 'session',
    role: 'member',
    body: NewSubprocessor,
    ok: Subprocessor,
    status: 201,
    errors: ['page_not_found', 'vendor_not_found', 'subprocessor_listed'],
  }),
  removeSubprocessor: endpoint('DELETE /app/pages/{slug}/subprocessors/{vendor_slug}', {
    summary: 'Remove a vendor from the page',
    auth: 'session',
    role: 'member',
    ok: noContent,
    status: 204,
    errors: ['page_not_found', 'subprocessor_not_found'],
  }),
  listPublished: endpoint('GET /public/trust-pages', {
    summary: 'List published trust pages by slug',
    auth: 'public',
    query: strict({ ...pageQuery, published: t.Optional(t.Literal('true')) }),
    ok: pageOf(PublishedPage),
    errors: ['invalid_cursor'],
  }),
  published: endpoint('GET /trust-pages/{slug}', {
    summary: 'Get a published trust page',
    auth: 'public',
    ok: PublishedTrustPageDetail,
    errors: ['page_not_found'],
  }),
}
