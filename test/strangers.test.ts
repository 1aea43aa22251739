// What is one customer's is nobody else's. Written from the contract: a new operation is tried by a stranger without a new
// test, who knows the names of everything that the owner has.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { contract, operationsOf, type ProductName } from '@veritrace/contract'
import type { Endpoint } from '@veritrace/contract/endpoint'
import { systemClock } from '@veritrace/platform/clock'
import { systemCaller } from '@veritrace/platform/identity/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import type { Server } from '../apps/server/start.ts'
import { addVendor } from '../products/provenance/vendors/testing.ts'
import { strictServer } from './own-server.ts'
import { ACCEPTED, ASKED, QUERIES, TYPES, uploadFile, WRITTEN } from './strangers/said.ts'
import type { Speaker } from './strangers/speaker.ts'

const PRODUCTS: readonly ProductName[] = ['provenance', 'graph', 'casework']
const MARK = `mark-${newId('x').slice(-12)}`
const STRANGER = `stranger-${newId('x').slice(-8)}`

interface Row {
  base: string
  endpoint: Endpoint
}
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Reading first; what ends the stranger's own workspace comes last. */
const rows: Row[] = PRODUCTS.flatMap((name) =>
  operationsOf(contract[name])
    .filter(({ endpoint }) => endpoint.spec.auth === 'session' || endpoint.spec.auth === 'bearer')
    .map(({ endpoint }) => ({ base: contract[name].base, endpoint })),
).toSorted((a, b) => rank(a) - rank(b))
function rank({ endpoint }: Row): number {
  return ORDER.indexOf(endpoint.method) + (endpoint.line === 'DELETE /app/customer' ? 100 : 0)
}

/** Those that the owner of a workspace is refused too. */
const REFUSED_TO_ALL = ['GET /app/crawls/summary', 'GET /app/crawls/jobs', 'GET /app/iam/{proxy_path}']
/** They differ from one call to the next: links, counters of calls, moments. */
const RESTLESS =
  /url$|usage|overview|entitlements|api-keys|audit-log|export|storage\/metrics|data-quality|risk|readiness|scorecard|graph\/status|summary$|stream$/
const isRestless = ({ endpoint }: Row): boolean => RESTLESS.test(endpoint.path)
/** The restless first: a file says of itself when its link was asked for. */
const readings = rows
  .filter(({ endpoint }) => endpoint.method === 'GET' && !REFUSED_TO_ALL.includes(endpoint.line))
  .toSorted((a, b) => Number(isRestless(b)) - Number(isRestless(a)))

let server: Server
let keys: Record<'owner' | 'stranger', Record<string, string>>
/** Each depends on a vendor of their own, so that the other's is not theirs. */
let vendors: Record<'owner' | 'stranger', Speaker['vendor']>
/** What the owner was answered, by path. */
const written = new Map<string, Record<string, string>>()
const read = new Map<string, Answer>()
/** What is everybody's, by the path that leads to it. */
const shared = new Map<string, Record<string, string>>()

describe('strangers', () => {
  before(async () => {
    server = await strictServer()
    const things = { db: server.platform.db, clock: systemClock }
    vendors = { owner: await addVendor(things), stranger: await addVendor(things) }
    keys = { owner: await headersOf('owners'), stranger: await headersOf('strangers') }
    await findShared()
    await writeEverything()
    for (const row of readings) read.set(row.endpoint.line, await ask(row, 'owner'))
  })

  test('the owner reads everything, and finds the mark', () => {
    const failed = [...read].filter(([, { status }]) => status !== 200)
    assert.deepEqual(failed, [])
    const marked = [...read.values()].filter(({ text }) => text.includes(MARK)).length
    assert.ok(marked >= 45, `the mark is in ${marked} answers only`)
  })

  for (const row of rows) {
    const { line } = row.endpoint
    test(`${line} gives a stranger nothing of the owner's`, async () => {
      const { status, text, isAboutTheirs, isUnderstood } = await ask(row, 'stranger')
      assert.ok(!text.includes(MARK), `${line}: ${status} ${text}`)
      assert.ok(status < 500 || text.includes('billing_not_configured'), `${line}: ${status} ${text}`)
      const allowed = isUnderstood ? [403, 404] : [403, 404, 422]
      if (isAboutTheirs) assert.ok(allowed.includes(status) || isUnknown(text), `${line}: ${status} ${text}`)
    })
  }

  test('what the owner has is as it was', async () => {
    for (const row of readings.filter((one) => !isRestless(one))) {
      const { line } = row.endpoint
      assert.equal((await ask(row, 'owner')).text, read.get(line)?.text, line)
    }
  })
})

/** Where a body names something, what is not there is answered so. */
const isUnknown = (text: string): boolean => /"code":"(?:unknown_reference|upload_[a-z_]+)"/.test(text)

async function headersOf(id: string): Promise<Record<string, string>> {
  const { db, identity } = server.platform
  const tenant = await ensureTenant(db, { id, displayName: id, plan: 'pro', products: [...PRODUCTS] })
  const owner = systemCaller(tenant.id, tenant.customer_id)
  const { secret } = await identity.keys.create(owner, { name: 'key', role: 'owner' })
  const scope = { 'x-tenant-id': id, 'x-workspace-id': id, 'x-context-id': 'default' }
  return { authorization: `Bearer ${secret}`, ...scope }
}

/** Of each of these lists, which all customers read, the first. */
async function findShared(): Promise<void> {
  for (const path of ['/packs', '/artifacts', '/corpus', '/documents']) {
    const row = rows.find(({ endpoint }) => endpoint.line === `GET ${path}`)!
    shared.set(`${path}/`, JSON.parse((await ask(row, 'owner')).text).items[0])
  }
}

async function writeEverything(): Promise<void> {
  for (const line of Object.keys(WRITTEN)) {
    const row = rows.find(({ endpoint }) => endpoint.line === line)!
    const { status, text } = await ask(row, 'owner')
    assert.ok(status < 300, `${line}: ${status} ${text}`)
    const answer = JSON.parse(text)
    written.set(row.endpoint.path, answer)
    if (answer.upload_url) await uploadFile(answer.upload_url, answer.headers)
  }
}

interface Answer {
  status: number
  text: string
  /** The request names something that the owner has. */
  isAboutTheirs: boolean
  /** Its body has the form that is asked for. */
  isUnderstood: boolean
}

async function ask({ base, endpoint }: Row, who: 'owner' | 'stranger'): Promise<Answer> {
  let isAboutTheirs = false
  const theirs: Speaker['theirs'] = (path) => {
    isAboutTheirs ||= written.has(path)
    return written.get(path) ?? {}
  }
  const { line, method, spec } = endpoint
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const place = endpoint.path.slice(0, at)
    const answer = shared.get(place) ?? theirs(MADE_AT[place] ?? place.slice(0, -1))
    return encodeURIComponent(answer[MEMBERS[`${place}${name}`] ?? MEMBERS[name] ?? name] ?? 'none')
  })
  const say = WRITTEN[line] ?? ASKED[line]
  const mark = who === 'owner' ? MARK : STRANGER
  const said = say?.({ name: who, mark, vendor: vendors[who], theirs }) ?? (spec.body && {})
  const leave = new AbortController()
  const response = await fetch(server.url + base + path + (QUERIES[line] ?? ''), {
    method,
    headers: {
      ...keys[who],
      ...(said && { 'content-type': TYPES[line] ?? 'application/json' }),
      ...(ACCEPTED[line] && { accept: ACCEPTED[line] }),
    },
    signal: leave.signal,
    ...(said && { body: typeof said === 'string' ? said : JSON.stringify(said) }),
  })
  const type = response.headers.get('content-type')
  // A stream of events does not end by itself.
  const text = type?.startsWith('text/event-stream') ? '' : await response.text()
  leave.abort()
  return { status: response.status, text, isAboutTheirs, isUnderstood: Boolean(say) || !spec.body }
}

/** Where things were made that are then found at another path, and how the answer calls what the path calls otherwise. */
const MADE_AT: Record<string, string> = {
  '/workflow/': '/workflow/artifacts',
  '/ingestions/': '/ingestions/statements',
  '/app/requests/{id}/stages/': '/app/requests',
  '/projects/{id}/evidence/': '/projects/{id}/evidence/upload',
  '/projects/{id}/assets/': '/projects/{id}/assets/report',
  '/cases/{id}/runs/': '/cases/{id}/investigate',
  '/decisions/': '/decisions/overlays',
  '/answers/': '/answer/stream',
}
const MEMBERS: Record<string, string> = {
  stageId: 'current_stage_id',
  ...{ caseId: 'id', planId: 'id', webhookId: 'id', evidenceId: 'id', assetID: 'id', runId: 'id' },
  '/answers/id': 'answer_id',
}
