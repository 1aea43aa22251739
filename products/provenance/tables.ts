// Row types of the tables that provenance reads and writes.
import type { Role } from '@veritrace/contract/endpoint'
import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import type { Page } from '@veritrace/contract/provenance/pages'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { SignupsTable } from './account/tables.ts'
import type { BillingTables } from './billing/tables.ts'
import type { DirectoryTables } from './directory-tables.ts'
import type { EvidenceTables } from './evidence/tables.ts'
import type { LifecycleTables } from './lifecycle/tables.ts'
import type { NotificationTables } from './notifications/tables.ts'
import type { PinTables } from './pins/tables.ts'
import type { ProfileClaimTables } from './profile-claims/tables.ts'
import type { ProposalTables } from './proposals/tables.ts'
import type { RequestTables } from './requests/tables.ts'
import type { StorageTables } from './retention/tables.ts'
import type { StatementTables } from './statements/tables.ts'

type Moment = ColumnType<Date, Date | undefined, Date>
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string | undefined, string>

interface PagesTable {
  id: string
  tenant_id: string
  slug: string
  display_name: string
  headline: Generated<string>
  intro: Generated<string>
  locale: Generated<string>
  theme: Json<Page['theme']>
  custom_domain: string | null
  domain_status: Generated<Page['domain']['status']>
  domain_token: string
  domain_checked_at: MomentOrNull
  domain_error: string | null
  footer_branding: Generated<boolean>
  indexable: Generated<boolean>
  status_page_url: string | null
  security_contact: string | null
  no_subprocessors: Generated<boolean>
  nda_required: Generated<boolean>
  nda_template_id: string | null
  sections: Generated<Page['sections']>
  published: Generated<boolean>
  published_at: MomentOrNull
  unpublished_at: MomentOrNull
  version: Generated<number>
  created_at: Moment
  updated_at: Moment
}

interface SubprocessorsTable {
  tenant_id: string
  page_id: string
  vendor_id: string
  position: number
  purpose: Generated<string>
  data_categories: Generated<string[]>
  locations: Generated<string[]>
  effective_at: MomentOrNull
  added_at: Moment
}

interface DisclosuresTable {
  id: string
  tenant_id: string
  kind: ColumnType<Disclosure['kind'], string, string>
  title: string
  body: Generated<string>
  body_html: string | null
  locale: Generated<string>
  status: Generated<Disclosure['status']>
  version: Generated<number>
  page_slugs: Generated<string[]>
  effective_at: MomentOrNull
  published_at: MomentOrNull
  supersedes_id: string | null
  author_id: string
  editor_ids: Generated<string[]>
  reviewer_id: string | null
  review_note: string | null
  evidence_ids: Generated<string[]>
  signature_id: string | null
  created_at: Moment
  updated_at: Moment
}

/** Tenants and members of the platform: the only rows that provenance reads outside its own schema. */
interface TenantsTable {
  id: string
  customer_id: string
  display_name: string
  plan: 'free' | 'pro' | 'enterprise'
  trial_ends_at: MomentOrNull
  deleted_at: MomentOrNull
}

interface MembersTable {
  tenant_id: string
  user_id: string
  role: Role
  email: string | null
  display_name: string
}

export interface Tables
  extends DirectoryTables,
    ProfileClaimTables,
    ProposalTables,
    PinTables,
    EvidenceTables,
    StorageTables,
    RequestTables,
    StatementTables,
    NotificationTables,
    BillingTables,
    LifecycleTables {
  'provenance.pages': PagesTable
  'provenance.signups': SignupsTable
  'provenance.subprocessors': SubprocessorsTable
  'provenance.disclosures': DisclosuresTable
  'platform.tenants': TenantsTable
  'platform.members': MembersTable
}

export type PageRow = Selectable<PagesTable>
export type DisclosureRow = Selectable<DisclosuresTable>
