// The work of casework when its server is killed: a file that is being parsed, a run in progress, and unanswered
// messages.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
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
import type { Db } from '@veritrace/platform/db/db'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import pg from 'pg'
import { demoToken, type ServerProcess } from '../../process.ts'
import { HOSTILE, type HostileFile, sendHostile } from './hostile.ts'

const TENANT = 'killed'
const SAMPLE = new URL('../../../products/casework/packs/clean-core/sample/abapgit/', import.meta.url).pathname

interface Work {
  projectId: string
  caseId: string
  evidenceId: string
  runId: string
  handedOver: { caseId: string; planId: string }
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Returns when all of it is in progress. Results cannot be written before the server is dead. */
export async function beginCasework(server: ServerProcess, receiver: Receiver, url: string) {
  const before = await callerOf(server)
  const { id: projectId } = await before.as(projects).create({ body: { name: 'ERP', sample: true } })
  await before.until(
    'the sample is parsed',
    () => before.files(projectId),
    (files) => files.every(isRead),
  )
  const body = { title: 'All of it', project_id: projectId, scope: { selector: { name_globs: ['Z*'] } } }
  const { id: caseId } = await before.as(cases).create({ body })
  const handedOver = await before.handOver(projectId, receiver.url)
  await receiver.until(2)
  const held = await holdTables(url, ['casework.estate_objects', 'casework.recommendations'])
  const evidenceId = await before.upload(projectId)
  const { id: runId } = await before.as(runs).investigate({ params: { id: caseId }, body: { force: false } })
  await before.until(
    'both are in progress',
    async () => [(await before.file(projectId, evidenceId)).status, (await before.run(caseId, runId)).state],
    ([file, run]) => file === 'parsing' && run === 'running',
  )
  return { work: { projectId, caseId, evidenceId, runId, handedOver }, letGo: held.letGo }
}

/** Blocks writes to these tables. */
async function holdTables(url: string, tables: readonly string[]) {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query(`begin; lock table ${tables.join(', ')} in share mode`)
  return { letGo: () => holder.end() }
}

/** As if the half minute had passed after which a silent worker is lost. */
export async function letTheLeaseEnd(db: Db): Promise<void> {
  const { numAffectedRows } = await sql`
    update jobs.job set state = 'retry', start_after = now(), heartbeat_on = null
    where state = 'active'`.execute(db)
  assert.ok(numAffectedRows! >= 4n, 'the parsing, the run and two messages were in progress')
  await sql`update casework.plan_deliveries set locked_until = now() where status = 'delivering'`.execute(db)
}

/** A file is parsed, a run ends, messages arrive with the same IDs, and the chain is valid. */
export async function endCasework(server: ServerProcess, receiver: Receiver, work: Work): Promise<void> {
  const { projectId, caseId, evidenceId, runId, handedOver } = work
  const after = await callerOf(server)
  const file = await after.until('the file is parsed', () => after.file(projectId, evidenceId), isRead)
  assert.deepEqual([file.status, file.counts.objects > 20], ['parsed', true], file.status_reason)
  const ended = await after.until(
    'the run has ended',
    () => after.run(caseId, runId),
    ({ finished_at }) => finished_at,
  )
  assert.equal(ended.state, 'succeeded', JSON.stringify(ended.error))
  const params = { id: caseId }
  const found = await after.as(recommendations).list({ params, query: { limit: 200 } })
  assert.equal(found.total, ended.outputs!.recommendations)
  assert.ok(found.items.every(({ run_id }) => run_id === runId))

  const { items } = await after.as(caseRecords).events({ params, query: { limit: 200 } })
  assert.deepEqual(
    items.map(({ seq }) => seq),
    items.map((_, at) => at + 1),
  )
  assert.equal(items.filter(({ type }) => type === 'run.finished').length, 1, 'it ended once')
  const { chain } = await after.as(caseRecords).audit({ params })
  assert.equal(chain.verified, true)

  const deliveries = await after.until(
    'both messages were accepted',
    async () => (await after.as(planTransports).deliveries({ params: handedOver })).items,
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
}

/** Returns the final status of each file. */
export async function sendAllHostile(server: ServerProcess, { projectId }: Work) {
  const caller = await callerOf(server)
  const became: Record<string, string> = {}
  for (const file of HOSTILE) {
    const id = await caller.send(projectId, file)
    became[file.filename] = (await caller.until(file.filename, () => caller.file(projectId, id), isRead)).status
  }
  return became
}

const isRead = ({ status }: EvidenceItem) => !/^(?:received|scanning|parsing)$/.test(status)

/** Accepts messages but answers only the first greeting until the test says so. */
export async function openReceiver() {
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

/** The sources of the sample with other names. */
function renamedSample(): Uint8Array<ArrayBuffer> {
  const paths = readdirSync(SAMPLE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const renamed = (text: string) => text.replace(/\bz(?=[a-z]+_)/gi, (z) => `${z}0`)
  const files: Record<string, Uint8Array> = {}
  for (const path of paths)
    files[path.slice(SAMPLE.length).split('/').map(renamed).join('/')] = Buffer.from(
      renamed(readFileSync(path, 'utf8')),
    )
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
  /** Polls seldom, because each request is work for the server too. */
  const until = async <T>(what: string, read: () => Promise<T>, is: (found: T) => unknown): Promise<T> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
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
      body.set('file', new Blob([renamedSample()]), 'abapgit.zip')
      const response = await fetch(`${base}/projects/${id}/evidence/upload`, { method: 'POST', headers, body })
      assert.equal(response.status, 202)
      return ((await response.json()) as EvidenceItem).id
    },
    until,
    send: (id: string, file: HostileFile) => sendHostile(`${base}/projects/${id}/evidence/upload`, headers, file),
    /** A plan of a separate case, approved and handed over to a tracker, with a webhook. */
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
