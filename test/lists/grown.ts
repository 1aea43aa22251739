// The tables behind the lists, and how copied rows must differ.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { type Growth, grow } from './grow.ts'
import type { Customer } from './world.ts'

export interface Range {
  from: number
  to: number
}

/** Copies the shared vendor and everything that these customers have. Parents come before children. */
export async function growAll(db: Db, vendor: string, customers: readonly Customer[], range: Range): Promise<void> {
  for (const growth of sharedGrowths(vendor)) await grow(db, growth, '', range)
  for (const customer of customers)
    for (const growth of growthsOf(customer, vendor)) await grow(db, growth, customer.name, range)
  // Without waiting for autovacuum: dead rows and unsorted index entries would be counted.
  await sql`vacuum analyze`.execute(db)
}

const copyOf = (id: string): string => `left('${id}', -8) || lpad(nth::text, 8, '0')`

/** Shared rows without a tenant, which everyone reads. */
const sharedGrowths = (vendor: string): Growth[] => [
  { table: 'provenance.vendors', like: `id = '${vendor}'`, set: { display_name: "'Vendor ' || md5(nth::text)" } },
  {
    table: 'casework.entries',
    // Replaced versions, because there is only one current version per page or file.
    set: { is_current: 'false', source_id: 's.source_id', space: 's.space', list_id: 's.list_id', uri: 's.uri' },
  },
  { table: 'casework.documents' },
  {
    table: 'casework.facts',
    like: 'entry_id = (select entry_id from casework.facts group by entry_id order by count(*) desc, entry_id limit 1)',
  },
]

const growthsOf = ({ theirs, vendor }: Customer, shared: string): Growth[] => {
  const caseId = theirs('/cases').id!
  const ofCase = `case_id = '${caseId}'`
  return [
    { table: 'provenance.pages', set: { published: 'true' } },
    { table: 'provenance.subprocessors', set: { position: 'nth', page_id: 's.page_id', vendor_id: copyOf(shared) } },
    ...plain('provenance', ['disclosures', 'evidence', 'retention_policies', 'cleanup_runs', 'requests', 'statements']),
    { table: 'provenance.profile_claims', set: { status: "'canceled'" } },
    { table: 'provenance.pinned_vendors', set: { vendor_id: copyOf(shared) } },
    { table: 'provenance.change_events', like: `vendor_id = '${vendor.id}'` },
    { table: 'provenance.crawl_jobs', like: `vendor_id = '${vendor.id}'` },
    { table: 'platform.audit_entries', set: { sequence: 'nth + 1000' } },
    { table: 'platform.sessions' },
    { table: 'platform.api_keys', like: "kind = 'api_key'" },
    { table: 'platform.invitations', set: { email: 'nth || s.email' } },
    ...plain('graph', ['ingestions', 'datasets', 'artifacts']),
    { table: 'graph.shapes', set: { context: 's.context' } },
    { table: 'graph.ontologies', set: { context: 's.context' } },
    { table: 'platform.members' },
    { table: 'casework.projects', set: { name: 's.name || nth' } },
    ...plain('casework', ['evidence', 'assets', 'roles', 'offers']),
    { table: 'casework.plan_versions', set: { plan_key: 's.plan_key' } },
    { table: 'casework.decisions', set: { key: 's.key || nth' } },
    {
      table: 'casework.generations',
      like: `${ofCase} and kind = 'bundle'`,
      set: { kind: "case when nth % 2 = 0 then 'bundle' else 'classification' end" },
    },
    { table: 'casework.case_runs', like: `${ofCase} and state = 'succeeded'` },
    {
      table: 'casework.cases',
      like: `id = '${caseId}'`,
      set: { key: "regexp_replace(s.key, '[0-9]+$', '') || (nth + 1000)" },
    },
    ...['case_events', 'case_audit'].map((table) => ({ table: `casework.${table}`, set: { seq: 'nth + 1000' } })),
    ...plain('casework', ['case_evidence', 'feedback', 'recommendations', 'estimates', 'case_plans', 'plan_reviews']),
    ...plain('casework', ['plan_deliveries', 'plan_webhooks']),
  ]
}

const plain = (schema: string, tables: readonly string[]): Growth[] =>
  tables.map((table) => ({ table: `${schema}.${table}` }))
