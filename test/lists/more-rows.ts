// Adds rows that no API call of a customer creates, or only jobs do, as the jobs would write them.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { WORD } from '../strangers/speaker.ts'
import type { Customer } from './world.ts'

type Row = Record<string, unknown>

export async function addRest(db: Db, customer: Customer): Promise<void> {
  const caseId = customer.theirs('/cases').id!
  await sql`update casework.case_runs set state = 'succeeded', started_at = now(), finished_at = now()
    where case_id = ${caseId}`.execute(db)
  await sql`update casework.cases set finished_run_id = latest_run_id where id = ${caseId}`.execute(db)
  await sql`update casework.plan_deliveries set plan_id = (
    select id from casework.case_plans where case_id = ${caseId} limit 1) where case_id = ${caseId}`.execute(db)
  for (const [table, row] of restOf(customer)) await db.insertInto(table).values(row).execute()
}

function restOf({ name, vendor, theirs }: Customer): [table: string, row: Row][] {
  const id = (prefix: string): string => `${prefix}_01${name.padEnd(8, '0')}0123456789abcdef`
  const at = new Date()
  const scope = { tenant_id: name, workspace_id: name }
  const ofCase = { ...scope, case_id: theirs('/cases').id }
  const grades = { relation: 'supports', strength: 'strong', kind: 'document' }
  return [
    [
      'casework.recommendations',
      {
        ...{ ...ofCase, id: id('rec'), run_id: 'run', key: WORD, action_id: 'keep', priority: 1, status: 'proposed' },
        ...{ body: RECOMMENDED, created_at: at, updated_at: at },
      },
    ],
    [
      'casework.case_evidence',
      {
        ...{ ...ofCase, ...grades, id: id('cev'), title: WORD, claim: 'It is so.', citation: CITED, at },
        ...{ snippet: { text: 'It is so.', highlights: [] }, added_by: ACTOR, artifact_ids: ['TABL:VBAK'] },
      },
    ],
    [
      'casework.feedback',
      {
        ...{ ...ofCase, id: id('fbk'), subject: { kind: 'case', id: 'x' }, author: ACTOR, at },
        effect: { applied: false, description: 'None' },
      },
    ],
    [
      'provenance.change_events',
      {
        ...{ id: id('evt'), vendor_id: vendor.id, event_type: 'claim.added', severity: 'info', payload: {} },
        observed_at: at,
      },
    ],
    [
      'provenance.crawl_jobs',
      {
        ...{ id: id('crj'), vendor_id: vendor.id, source_url: 'https://example.com/', source_kind: 'security' },
        ...{ trigger: 'schedule', created_at: at },
      },
    ],
    [
      'platform.sessions',
      {
        ...{ id: id('ses'), secret_hash: `hash of ${name}`, tenant_id: name, user_id: `usr_${name}`, ip: '127.0.0.1' },
        ...{ auth_method: 'password', user_agent: 'test', created_at: at, last_seen_at: at },
        expires_at: new Date(at.getTime() + 86_400_000),
      },
    ],
  ]
}

const ACTOR = { kind: 'user', id: 'usr', name: 'Ada' }
const CITED = {
  ...{
    n: 1,
    kind: 'document',
    title: 'A page',
    quote: 'It is so.',
    quote_hash: 'sha256:0',
    as_of: null,
    confidence: 1,
  },
  locator: { type: 'text', value: '1' },
}
const EFFORT = { unit: 'person_days', p10: 1, p50: 1, p80: 1, p90: 1 }
const RECOMMENDED = {
  ...{ title: WORD, rationale_md: '', artifacts: [], artifacts_total: 0, alternatives: [], risk: 'low' },
  ...{ lift: { objects_reaching_target: 0, objects_improved: 0 }, effort: EFFORT, risk_reasons: [], confidence: 1 },
  ...{ guidance_ids: [], citations: [] },
}
