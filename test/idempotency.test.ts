// A client that does not know whether its request arrived sends it again. Many simultaneous requests with one key have
// one effect and one response.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract } from '@veritrace/contract'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { provenance, provenanceMigrations } from '../products/provenance/index.ts'
import { addVendor } from '../products/provenance/vendors/testing.ts'

const TIMES = 6
let app: TestApp
let vendor: { id: string; slug: string }

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations] }, provenance)
  vendor = await addVendor(app.platform)
})
after(() => app.close())

interface Creation {
  path: string
  body: () => object
  /** The table in which the effect is counted. */
  table: string
  /** A secret that is returned once and not stored; repeated requests do not get it. */
  once?: string
}

const CREATIONS: readonly Creation[] = [
  {
    path: '/app/pages',
    body: () => ({ slug: newId('p').replace('_', '-').toLowerCase(), display_name: 'Acme' }),
    table: 'provenance.pages',
  },
  {
    path: '/app/disclosures',
    body: () => ({ kind: 'incident', title: 'It was down' }),
    table: 'provenance.disclosures',
  },
  {
    path: '/app/requests',
    body: () => ({
      kind: 'security_question',
      subject: 'Are backups encrypted?',
      requester: { name: 'Ada', email: 'ada@example.com' },
    }),
    table: 'provenance.requests',
  },
  {
    path: '/app/statements',
    body: () => ({ kind: 'attestation', title: 'We do', body: 'So it is.' }),
    table: 'provenance.statements',
  },
  {
    path: '/app/evidence/presign',
    body: () => ({ filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 9, sha256: 'a'.repeat(64) }),
    table: 'provenance.evidence_uploads',
  },
  {
    path: '/app/storage/policies',
    body: () => ({ name: 'Old files', action: 'delete', after_days: 400, basis: 'created_at' }),
    table: 'provenance.retention_policies',
  },
  { path: '/app/vendors', body: () => ({ vendor_id: vendor.id }), table: 'provenance.pinned_vendors' },
  {
    path: '/app/claims',
    body: () => ({ vendor_slug: vendor.slug, method: 'dns_txt', contact_email: 'ada@example.com' }),
    table: 'provenance.profile_claims',
    once: 'token',
  },
  { path: '/app/api-keys', body: () => ({ name: 'CI', role: 'viewer' }), table: 'platform.api_keys', once: 'secret' },
]

for (const { path, body, table, once = '' } of CREATIONS)
  test(`POST ${path}, sent ${TIMES} times at once with one key, has one effect and one response`, async () => {
    const tenant = await app.tenant({ plan: 'pro' })
    const authorization = `Bearer ${await app.key(tenant, 'owner')}`
    const key = newId('key')
    const sent = JSON.stringify(body())
    const send = () =>
      fetch(app.url + contract.provenance.base + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
        body: sent,
      })
    const count = async () => {
      const { rows } = await sql<{ rows: number; told: number }>`
        select (select count(*)::int from ${sql.table(table)} where tenant_id = ${tenant.id}) as rows,
          (select count(*)::int from platform.audit_entries where tenant_id = ${tenant.id}) as told`.execute(
        app.platform.db,
      )
      return rows[0]!
    }

    const before = await count()
    const responses = await Promise.all(Array.from({ length: TIMES }, send))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
    assert.deepEqual(await count(), { rows: before.rows + 1, told: before.told + 1 })

    const answers = await Promise.all(
      responses.map(async (response) => {
        const { [once]: told = null, ...answer } = (await response.json()) as Record<string, unknown>
        return { told, answer, isFirst: !response.headers.has('idempotent-replayed') }
      }),
    )
    assert.equal(answers.filter(({ isFirst }) => isFirst).length, 1)
    for (const { answer } of answers) assert.deepEqual(answer, answers[0]!.answer)
    for (const { told, isFirst } of answers) assert.equal(told !== null, isFirst && once !== '')
  })

test('stored responses of idempotency keys contain no secrets', async () => {
  const { rows } = await sql`
    select body from platform.idempotency_keys where body::text ~ 'v(k_[0-9a-f]{8}|tc)_[A-Za-z0-9_-]{20}'`.execute(
    app.platform.db,
  )
  assert.deepEqual(rows, [])
})
