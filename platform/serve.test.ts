// A complete process: its work is counted in the metrics.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint, t as schema } from '@veritrace/contract/endpoint'
import { SMTPServer } from 'smtp-server'
import { systemCaller } from './caller.ts'
import { buildConfig } from './config/config.ts'
import { readSettings } from './config/env.ts'
import { transact } from './db/transact.ts'
import { ensureTenant } from './identity/tenancy/tenants.ts'
import { implement } from './implement.ts'
import type { Job } from './jobs/job.ts'
import { openLog } from './log.ts'
import { openPlatform } from './open.ts'
import { freePort } from './ports.ts'
import type { Product } from './product.ts'
import { serve } from './serve.ts'
import { ownDatabase } from './testing/db.ts'
import { openReceiver } from './webhooks/testing.ts'

const LIMIT = 3
const pings = {
  get: endpoint('GET /ping', { summary: 'Ping', auth: 'public', ok: schema.Object({ ok: schema.Boolean() }) }),
}
const failing: Job<object> = {
  name: 'always-fails',
  retries: 0,
  handle: async () => {
    throw new Error('no')
  },
}
const product: Product = {
  name: 'graph',
  endpoints: implement(pings, { get: () => ({ ok: true }) }),
  jobs: [failing],
  pages: [],
}

test('/metrics counts jobs, webhooks, email and limited calls; without writable blobs /readyz is degraded, and the rest works', async (t) => {
  const { url, platform, folder } = await open(t)
  const { db, events, jobs, mailer, webhooks } = platform
  const receiver = await openReceiver(t)
  const tenant = await ensureTenant(db, { id: 'counted', displayName: 'Counted' })
  const caller = systemCaller(tenant.id, tenant.customer_id)
  await webhooks.create(caller, { url: receiver.url, event_types: ['page.publish'] })
  await transact(db, async (tx) => {
    await jobs.add(tx, 'always-fails', {})
    await mailer.send(tx, { to: 'someone@customers.test', subject: 'Hello', text: 'Hello', kind: 'greeting' })
    const resource = { type: 'page', id: 'page_1', label: 'Acme' }
    await events.record(tx, caller, { action: 'page.publish', resource, data: {} })
  })
  const statuses: number[] = []
  for (let call = 0; call < LIMIT + 1; call++) statuses.push((await fetch(`${url}/graph/ping`)).status)
  assert.deepEqual(statuses, [...Array(LIMIT).fill(200), 429])

  await untilShown(url, [
    'jobs_duration_seconds_count{job="always-fails",outcome="dead"} 1',
    'jobs_duration_seconds_count{job="send-mail",outcome="completed"} 1',
    'mail_messages_total{outcome="delivered"} 1',
    'webhook_deliveries_total{outcome="delivered"} 1',
    'rate_limited_calls_total{product="graph"} 1',
  ])

  const ready = async () => {
    const response = await fetch(`${url}/readyz`)
    const { status, checks } = (await response.json()) as { status: string; checks: Record<string, { status: string }> }
    return [response.status, status, checks.database?.status, checks.blobs?.status]
  }
  assert.deepEqual(await ready(), [200, 'ok', 'ok', 'ok'])
  rmSync(join(folder, 'blobs'), { recursive: true, force: true })
  writeFileSync(join(folder, 'blobs'), 'no folder')
  // The folder is checked every ten seconds.
  for (const end = Date.now() + 30_000; (await ready())[1] === 'ok' && Date.now() < end; ) await sleep(200)
  assert.deepEqual(await ready(), [200, 'degraded', 'ok', 'failed'])
})

/** On a separate database, because its workers would take the jobs of other tests. */
async function open(t: TestContext) {
  const mail = await openMailServer()
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-serve-'))
  const database = await ownDatabase([])
  const settings = { APP_AUTH_MODE: 'oidc', OUTSIDE_ALLOW: '127.0.0.0/8', RATE_FREE: String(LIMIT), DATA_DIR: folder }
  const config = buildConfig(readSettings({ ...settings, ...database, SMTP_URL: mail.url }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const platform = await openPlatform({
    config,
    publicUrl: url,
    localUrl: url,
    migrations: [],
    log: openLog('silent'),
  })
  const running = await serve(platform, { products: [product], port })
  t.after(async () => {
    await running.close()
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url, platform, folder }
}

async function openMailServer() {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  })
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  const url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  return { url, close: () => new Promise<void>((done) => smtp.close(done)) }
}

async function untilShown(url: string, lines: readonly string[]): Promise<void> {
  let missing = lines
  for (const end = Date.now() + 45_000; Date.now() < end; await sleep(250)) {
    const text = await (await fetch(`${url}/metrics`)).text()
    missing = lines.filter((line) => !text.includes(`${line}\n`))
    if (missing.length === 0) return
  }
  assert.deepEqual(missing, [])
}
