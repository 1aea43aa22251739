// A customer's account: sign-up, customer record, plan, data export, and deletion.
import type { Static } from 'typebox'
import { endpoint, ROLES, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { content, noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageOf, strict, WebAddress } from '../wire.ts'

const Email = t.String({ format: 'email', maxLength: 254 })
const Name = t.String({ minLength: 1, maxLength: 120, pattern: '\\S' })

const PLANS = ['free', 'pro', 'enterprise'] as const
const Plan = oneOf(PLANS)

export type NewSignup = Static<typeof NewSignup>
export const NewSignup = named(
  'NewSignup',
  strict({
    company_name: formed('a name with at least one letter or digit', '[\\p{L}\\p{N}]', {
      minLength: 2,
      maxLength: 120,
    }),
    email: Email,
    homepage_url: t.Optional(WebAddress),
    accept_terms_version: formed('a version such as 2026-01', '^[\\w.-]+$', { minLength: 1, maxLength: 40 }),
  }),
)
export type Signup = Static<typeof Signup>
const Signup = named(
  'Signup',
  t.Object({
    tenant_id: t.String(),
    next: oneOf(['oidc']),
    login_url: t.String({
      description: 'Sign in here within 7 days. It works once: the first person to sign in becomes the owner',
    }),
  }),
)

const customer = {
  id: t.String(),
  idp_org_id: nullable(t.String({ description: 'The tenant, as named in tokens' })),
  payment_customer_id: nullable(t.String()),
  plan: t.String(),
  trial_ends_at: nullable(DateTime),
  subscription_status: t.String(),
  subscription_current_period_end: nullable(DateTime),
  display_name: nullable(t.String()),
  support_email: nullable(t.String()),
  homepage_url: nullable(t.String()),
  version: t.Integer({
    description: 'Grows with every change. Send it as If-Match: "version" to avoid overwriting newer changes',
  }),
}
export type Customer = Static<typeof Customer>
const Customer = named('Customer', t.Object(customer))

export type Me = Static<typeof Me>
const Me = named(
  'Me',
  t.Object({
    ...customer,
    trust_pages: t.Array(
      t.Object({
        id: t.String(),
        slug: t.String(),
        display_name: t.String(),
        published: t.Boolean(),
        custom_domain: nullable(t.String()),
      }),
      { description: 'The newest 200; /app/pages lists all of them' },
    ),
  }),
)

export type CustomerPatch = Static<typeof CustomerPatch>
export const CustomerPatch = named(
  'CustomerPatch',
  strict(
    {
      display_name: t.Optional(nullable(Name)),
      support_email: t.Optional(nullable(Email)),
      homepage_url: t.Optional(nullable(WebAddress)),
    },
    { minProperties: 1 },
  ),
)

const Organization = named(
  'Organization',
  t.Object({
    id: t.String(),
    name: t.String(),
    role: oneOf(ROLES),
    plan: Plan,
    current: t.Boolean({ description: 'The organization of this call' }),
    joined_at: nullable(DateTime),
  }),
)

export const FEATURES = [
  'publish_trust_page',
  'custom_domain',
  'remove_branding',
  'webhooks',
  'api_keys',
  'retention_policies',
  'gated_documents',
  'crawl_run',
  'audit_export',
  'sso',
] as const
export type Feature = (typeof FEATURES)[number]

const Flag = t.Object({
  allowed: t.Boolean(),
  reason: nullable(t.String({ description: 'Why it is allowed or not' })),
  limit: nullable(t.Integer({ description: 'Null if there is no limit' })),
  used: nullable(t.Integer({ description: 'Null if usage is not counted' })),
})
export type Entitlements = Static<typeof Entitlements>
const Entitlements = named(
  'Entitlements',
  t.Object({
    plan: Plan,
    source: oneOf(['plan', 'trial', 'override', 'demo'], { description: 'The basis of the decision' }),
    evaluated_at: DateTime,
    features: t.Object(Object.fromEntries(FEATURES.map((name) => [name, Flag])) as Record<Feature, typeof Flag>),
  }),
)

const count = t.Integer({ minimum: 0 })
const counted = <const N extends readonly string[]>(names: N) =>
  t.Object(Object.fromEntries(names.map((name) => [name, count])) as Record<N[number], typeof count>)

export type Overview = Static<typeof Overview>
const Overview = named(
  'Overview',
  t.Object({
    as_of: DateTime,
    pages: counted(['total', 'published', 'changed_since_published', 'domains_waiting', 'domains_failed']),
    disclosures: counted(['draft', 'in_review', 'approved', 'published', 'superseded', 'withdrawn']),
    evidence: counted(['total', 'to_review', 'expiring_30d', 'expired']),
    requests: t.Object({
      open: count,
      overdue: count,
      by_stage: t.Array(t.Object({ stage: t.String(), title: t.String(), count }), {
        description: 'Open requests by stage',
      }),
    }),
    vendors: t.Object({
      pinned: count,
      picked: t.Integer({ minimum: 0, description: 'Vendors listed as subprocessors on your pages' }),
      unread_changes: t.Integer({ minimum: 0, description: 'Unread changes of pinned vendors' }),
      changes_30d: t.Integer({ minimum: 0, description: 'Changes of pinned and picked vendors' }),
      crawl_health: counted(['ok', 'degraded', 'failing', 'unavailable']),
      stale: t.Integer({ minimum: 0, description: 'Pinned and picked vendors whose evidence is stale or missing' }),
    }),
    limits_near: t.Array(t.Object({ feature: oneOf(FEATURES), limit: count, used: count }), {
      description: 'Limits that are at least 80% used',
    }),
  }),
)

export const account = {
  signup: endpoint('POST /public/signup', {
    summary: 'Create a workspace, whose first owner signs in afterwards',
    description:
      'The response does not reveal whether the email address is known: 409 refers only to the company. Allows a few calls per minute from one IP address and for one email address.',
    auth: 'public',
    body: NewSignup,
    ok: Signup,
    status: 201,
    errors: ['company_signed_up', 'unacceptable', 'rate_limited'],
  }),
  me: endpoint('GET /app/me', {
    summary: 'Get your customer record and your trust pages',
    auth: 'session',
    ok: Me,
    errors: ['tenant_not_found'],
  }),
  updateMe: endpoint('PATCH /app/me', {
    summary: 'Change your customer record',
    auth: 'session',
    role: 'admin',
    body: CustomerPatch,
    ok: Customer,
    versioned: true,
    errors: ['tenant_not_found', 'stale_version'],
  }),
  orgs: endpoint('GET /app/orgs', {
    summary: 'List your workspaces in the order you joined them',
    auth: 'session',
    ok: pageOf(Organization),
  }),
  overview: endpoint('GET /app/overview', {
    summary: 'Get the key figures of the workspace',
    auth: 'session',
    ok: Overview,
  }),
  entitlements: endpoint('GET /app/entitlements', {
    summary: 'List what your plan allows, and why',
    auth: 'session',
    ok: Entitlements,
  }),
  export: endpoint('GET /app/me/export', {
    summary: 'Export all data of your workspace as one JSON document (GDPR Article 20)',
    description:
      'The document is streamed. `complete: true` is its last field; a document without it was cut off. Secrets, tokens and hashes are not included.',
    auth: 'session',
    role: 'admin',
    ok: content(['application/json'], 'An object with a list for each kind of record'),
  }),
  delete: endpoint('DELETE /app/customer', {
    summary: 'Delete your workspace',
    description:
      'Access ends immediately, and nothing of the workspace remains public. Its data is permanently deleted after 30 days.',
    auth: 'session',
    role: 'owner',
    unresolved: 'customer_not_resolved',
    ok: noContent,
    status: 204,
    errors: ['customer_not_resolved', 'tenant_not_found', 'demo_stays'],
  }),
}
