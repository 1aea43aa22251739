// A file that is being read, a run that is under way and messages that are being sent come to their end, however the
// process ended.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { casePlans } from '@veritrace/contract/casework/case-plans'
import { caseRecords } from '@veritrace/contract/casework/case-records'
import { cases } from '@veritrace/contract/casework/cases'
import { type EvidenceItem, evidence } from '@veritrace/contract/casework/evidence'
import { planReviews } from '@veritrace/contract/casework/plan-reviews'
import { planTransports } from '@veritrace/contract/casework/plan-transports'
import { planWebhooks } from '@veritrace/contract/casework/plan-webhooks'
import { projects } from '@veritrace/contract/casework/projects'
import { recommendations } from '@veritrace/contract/casework/recommendations'
import { type Run, runs } from '@veritrace/contract/casework/runs'
import { client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'
import { openDatabase } from '@veritrace/platform/db/open'
import { openLog } from '@veritrace/platform/log'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { MIGRATIONS } from '../../apps/server/products.ts'
import { demoToken, type ServerProcess, spawnServer } from '../process.ts'
import { filesBelow, HOSTILE, type HostileFile, memoryDuring, sendHostile } from './casework/hostile.ts'

const TENANT = 'killed'
/** So many copies of the sample that reading them takes a moment. */
const COPIES = 15
const SAMPLE = new URL('../../products/casework/packs/clean-core/sample/abapgit/', import.meta.url).pathname

test('after SIGKILL a file is read, a run ends, messages arrive under the same ids, and the chain holds', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-case-kill-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = testDatabaseUrl() && (await makeMigrated(MIGRATIONS))
  const receiver = await openReceiver()
  t.after(() => receiver.close())
  const [dataDir, temp] = [join(folder, 'data'), join(folder, 'tmp')]
  mkdirSync(temp)
  const env = {
    ...{
      DATA_DIR: dataDir,
      TMPDIR: temp,
      PRODUCTS: 'casework',
      RATE_PRO: '1000000',
      CASEWORK_WEBHOOK_ALLOW: '127.0.0.1',
    },
    ...(url && { DATABASE_URL: url }),
  }

  const first = await spawnServer(env)
  const before = await callerOf(first)
  const { id } = await before.as(projects).create({ body: { name: 'ERP', sample: true } })
  await before.until('the sample is read', () => before.files(id), isAllRead)
  const made = await before.as(cases).create({
    body: { title: 'All of it', project_id: id, scope: { selector: { name_globs: ['Z*'] } } },
  })
  const sent = await before.handOver(id, receiver.url)
  await receiver.until(2)
  const uploaded = await before.upload(id)
  const run = await before.as(runs).investigate({ params: { id: made.id }, body: { force: false } })
  await before.until(
    'both are under way',
    async () => ({ file: await before.file(id, uploaded), run: await before.run(made.id, run.id) }),
    ({ file, run: { state } }) => {
      assert.ok(!isRead(file) && state !== 'succeeded', 'they ended too soon for this test')
      return file.status !== 'received' && state === 'running'
    },
    20,
  )
  await first.kill()
  receiver.answer()
  await letTheLeaseEnd(dataDir, url)

  const second = await spawnServer(env)
  const after = await callerOf(second)
  const file = await after.until('the file is read', () => after.file(id, uploaded), isRead)
  assert.deepEqual([file.status, file.counts.objects > 25 * (COPIES - 1)], ['parsed', true], file.status_reason)
  const ended = await after.until(
    'the run has ended',
    () => after.run(made.id, run.id),
    ({ finished_at }) => finished_at,
  )
  assert.equal(ended.state, 'succeeded', JSON.stringify(ended.error))
  const found = await after.as(recommendations).list({ params: { id: made.id }, query: { limit: 200 } })
  assert.equal(found.total, ended.outputs!.recommendations)
  assert.ok(found.items.every(({ run_id }) => run_id === run.id))

  const { items } = await after.as(caseRecords).events({ params: { id: made.id }, query: { limit: 200 } })
  assert.deepEqual(
    items.map(({ seq }) => seq),
    items.map((_, at) => at + 1),
  )
  assert.equal(items.filter(({ type }) => type === 'run.finished').length, 1, 'it ended once')
  const { chain } = await after.as(caseRecords).audit({ params: { id: made.id } })
  assert.equal(chain.verified, true)

  const deliveries = await after.until(
    'both messages were taken',
    async () => (await after.as(planTransports).deliveries({ params: sent })).items,
    (all) => all.every(({ status }) => status === 'delivered'),
  )
  assert.deepEqual(deliveries.map(({ channel, attempt }) => [channel, attempt]).sort(), [
    ['tracker', 2],
    ['webhook', 2],
  ])
  assert.deepEqual(
    receiver.got().sort(),
    deliveries.flatMap(({ id: message, channel }) => [`/${channel} ${message}`, `/${channel} ${message}`]).sort(),
  )

  await t.test('files that were made to do harm take no memory to speak of and write nothing outside', async () => {
    const seen: Record<string, string | number> = {}
    const grown = await memoryDuring(second.pid, async () => {
      for (const file of HOSTILE) {
        const { status, id: sentId } = await after.send(id, file)
        seen[file.filename] =
          status === 202 ? (await after.until(file.filename, () => after.file(id, sentId), isRead)).status : status
      }
    })
    assert.deepEqual(seen, Object.fromEntries(HOSTILE.map(({ filename, becomes }) => [filename, becomes])))
    assert.ok(grown < 512, `${grown.toFixed(0)} MB more`)
    assert.deepEqual(
      filesBelow(folder).filter((name) => name.includes('zescape')),
      [],
    )
    assert.deepEqual(
      readdirSync(temp).filter((name) => name.startsWith('veritrace-evidence')),
      [],
    )
    assert.deepEqual(readdirSync(folder).sort(), ['data', 'tmp'])
  })
  assert.equal(await second.stop(), 0)
})

const isRead = ({ status }: EvidenceItem) => !/^(?:received|scanning|parsing)$/.test(status)
const isAllRead = (files: readonly EvidenceItem[]) => files.every(isRead)

/** As if the half minute had passed after which a worker that is silent counts as lost. */
async function letTheLeaseEnd(dataDir: string, url: string | undefined): Promise<void> {
  const options = { dataDir, database: { url, pool: 2, statementTimeoutMs: 60_000, prepare: true } }
  const database = await openDatabase(options, openLog('silent'))
  try {
    const { numAffectedRows } = await sql`
      update jobs.job set state = 'retry', start_after = now(), heartbeat_on = null
      where state = 'active'`.execute(database.db)
    assert.ok(numAffectedRows! >= 4n, 'the reading, the run and two messages were under way')
    await sql`update casework.plan_deliveries set locked_until = now() where status = 'delivering'`.execute(database.db)
  } finally {
    await database.close()
  }
}

/** Takes messages and answers none but the first greeting until it is told to. */
async function openReceiver() {
  const got: string[] = []
  const waiting = new EventEmitter()
  let isAnswering = false
  const server = createServer(async (request, response) => {
    const { type } = (await json(request)) as { type?: string }
    if (type === 'ping') return response.end('hello')
    got.push(`${request.url} ${request.headers['webhook-id']}`)
    waiting.emit('got')
    if (isAnswering) response.end('taken')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got: () => [...got],
    until: async (count: number) => {
      while (got.length < count) await once(waiting, 'got')
    },
    answer: () => {
      isAnswering = true
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function copies(): Uint8Array<ArrayBuffer> {
  const paths = readdirSync(SAMPLE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files: Record<string, Uint8Array> = {}
  for (const path of paths)
    for (let n = 0; n < COPIES; n++) {
      // Another name for each copy, in the file and in its path.
      const renamed = (text: string) => text.replace(/\bz(?=[a-z]+_)/gi, (z) => `${z}${n}`)
      const name = path.slice(SAMPLE.length).split('/').map(renamed).join('/')
      files[name] = Buffer.from(renamed(readFileSync(path, 'utf8')))
    }
  return zipSync(files)
}

async function callerOf(server: ServerProcess) {
  const base = `${server.url}/api/casework`
  const context = `urn:tenant:${TENANT}:ws:${TENANT}:graph:default`
  const headers = {
    ...{ 'x-tenant-id': TENANT, 'x-workspace-id': TENANT, 'x-context-id': context },
    authorization: `Bearer ${await demoToken(server, TENANT)}`,
  }
  const reviewer = { ...headers, authorization: `Bearer ${await demoToken(server, TENANT, { role: 'reviewer' })}` }
  const as = <R extends Resource>(resource: R, own = headers) =>
    client(resource, base, (address, init) =>
      fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), ...own } }),
    )
  /** Each look is work for the server too, so it is looked at seldom unless a moment must not be missed. */
  const until = async <T>(
    what: string,
    read: () => Promise<T>,
    is: (found: T) => unknown,
    everyMs = 200,
  ): Promise<T> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(everyMs)) {
      const found = await read()
      if (is(found)) return found
    }
    return assert.fail(`${what}: ${JSON.stringify(await read()).slice(0, 2_000)}`)
  }
  const runOf = async (id: string, runId: string): Promise<Run> =>
    (await as(runs).list({ params: { id } })).items.find((one) => one.id === runId)!
  return {
    as,
    files: async (id: string) => (await as(evidence).list({ params: { id } })).items,
    file: (id: string, evidenceId: string) => as(evidence).get({ params: { id, evidenceId } }),
    run: runOf,
    upload: async (id: string): Promise<string> => {
      const body = new FormData()
      body.set('file', new Blob([copies()]), 'abapgit.zip')
      const response = await fetch(`${base}/projects/${id}/evidence/upload`, { method: 'POST', headers, body })
      assert.equal(response.status, 202)
      return ((await response.json()) as EvidenceItem).id
    },
    until,
    send: (id: string, file: HostileFile) => sendHostile(`${base}/projects/${id}/evidence/upload`, headers, file),
    /** A plan of its own case, approved and handed over to a tracker, with someone who listens. */
    handOver: async (project_id: string, to: string): Promise<{ caseId: string; planId: string }> => {
      const { id } = await as(cases).create({
        body: { title: 'Orders', project_id, scope: { selector: { packages: ['ZSD_ORDERS'] } } },
      })
      const run = await as(runs).investigate({ params: { id }, body: { force: false } })
      await until(
        'the first run ended',
        () => runOf(id, run.id),
        ({ finished_at }) => finished_at,
      )
      const [best] = (await as(recommendations).list({ params: { id }, query: { limit: 1 } })).items
      await as(recommendations).decide({ params: { id, recId: best!.id }, body: { status: 'accepted' } })
      const plan = await as(casePlans).generate({ params: { caseId: id }, body: undefined as never })
      const params = { caseId: id, planId: plan.id }
      await as(casePlans).step({ params, body: { transition: 'submit' } })
      await as(planReviews, reviewer).add({ params, body: { verdict: 'approve', body_md: '' } })
      await as(casePlans, reviewer).step({ params, body: { transition: 'approve' } })
      await as(planWebhooks).create({
        params: { caseId: id },
        body: { url: `${to}/webhook`, events: ['transport.created'], description: '', active: true },
      })
      await as(planTransports).transport({ params, body: { kind: 'tracker', target: { url: `${to}/tracker` } } })
      return params
    },
  }
}
