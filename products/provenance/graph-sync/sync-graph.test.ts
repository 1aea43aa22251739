// Syncs the outbox with a fake graph on a real database.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import type { AddOptions } from '@veritrace/platform/jobs/job'
import { openLog } from '@veritrace/platform/log'
import { MOST_ATTEMPTS } from '@veritrace/platform/outside/graph/rules'
import { testDatabase } from '@veritrace/platform/testing/db'
import type { Provenance } from '../deps.ts'
import { provenanceMigrations } from '../index.ts'
import { addClaim, addSource, addVendor } from '../vendors/testing.ts'
import { openGraphClient } from './graph-client.ts'
import { queueStatements } from './queue-statements.ts'
import { syncGraph } from './sync-graph.ts'
import { type Asked, openFakeGraph, type Reply } from './testing.ts'

const clock = fakeClock(new Date('2026-11-15T12:00:00Z'))
let deps: Pick<Provenance, 'db' | 'clock' | 'log' | 'jobs'>
const asked: Date[] = []
const jobs = {
  add: async (_tx: unknown, _job: string, _data: object, how?: AddOptions) => void asked.push(how!.startAfter!),
}
before(async () => {
  const { db } = await testDatabase([provenanceMigrations])
  deps = { db, clock, log: openLog('silent'), jobs: jobs as Provenance['jobs'] }
})

const GIVEN = { status: 200, body: { access_token: 'one', expires_in: 600 } }
const TAKEN = { status: 200, body: { received: 1, inserted: 1, duplicates: 0, rejected: 0, ids: [], errors: [] } }

/** Runs `work` with a fake graph and an otherwise empty outbox. */
async function withGraph(
  reply: (asked: Asked) => Reply | Promise<Reply>,
  work: (
    graph: Awaited<ReturnType<typeof openFakeGraph>> & { sync(signal?: AbortSignal): Promise<void> },
  ) => Promise<void>,
) {
  const settled = { status: 'delivered' as const, returns_at: null, leased_until: null }
  await deps.db.updateTable('provenance.graph_outbox').set(settled).where('status', '<>', 'delivered').execute()
  const fake = await openFakeGraph((asked) => (asked.path === '/token' ? GIVEN : reply(asked)))
  const client = openGraphClient(deps, fake.target)
  try {
    await work({ ...fake, sync: (signal) => syncGraph(deps, client, signal) })
  } finally {
    await client.close()
    await fake.close()
  }
}

/** A vendor with this many queued changes, oldest first. Each names another company. */
async function vendorWith(changes: number) {
  const { id } = await addVendor(deps)
  const source = await addSource(deps, id, 'subprocessors')
  for (let i = 0; i < changes; i++) {
    const claim = await addClaim(deps, id, source, ['subprocessor', 'uses_subprocessor', `Company ${i}`])
    const added = [{ id: claim, rule_version: '1' }]
    await queueStatements(deps.db, { vendorId: id, snapshotId: source.snapshot_id, added, ended: [] }, clock.now())
  }
  return id
}

const rowsOf = (vendorId: string) =>
  deps.db
    .selectFrom('provenance.graph_outbox')
    .select(['id', 'status', 'attempts', 'last_error', 'next_attempt_at', 'delivered_at', 'assert', 'added'])
    .where('vendor_id', '=', vendorId)
    .orderBy('sequence')
    .execute()
const statusesOf = async (vendorId: string) => (await rowsOf(vendorId)).map(({ status }) => status)
const companiesIn = (asked: readonly Asked[]) =>
  asked.flatMap(({ body }) => body.match(/"Company \d+"/g) ?? []).filter((name, i, all) => all.indexOf(name) === i)

test('changes are sent in order, with a token and the scope of the directory', async () => {
  await withGraph(
    () => TAKEN,
    async ({ sync, asked, sent }) => {
      const vendor = await vendorWith(3)
      await sync()
      assert.deepEqual(companiesIn(sent()), ['"Company 0"', '"Company 1"', '"Company 2"'])
      assert.deepEqual(await statusesOf(vendor), ['delivered', 'delivered', 'delivered'])
      const [row] = await rowsOf(vendor)
      assert.deepEqual([row!.delivered_at, row!.assert, row!.added], [clock.now(), [], []])

      const [token, first] = asked
      assert.equal(asked.filter(({ path }) => path === '/token').length, 1)
      assert.equal(token!.headers.authorization, `Basic ${Buffer.from('sync:s%3Ae%20cret').toString('base64')}`)
      assert.equal(token!.body, 'grant_type=client_credentials&resource=urn%3Atest%3Aapi')
      assert.equal(first!.path, '/graph/statements/batch')
      assert.deepEqual(
        ['authorization', 'x-tenant-id', 'x-workspace-id', 'x-context-id'].map((name) => first!.headers[name]),
        ['Bearer one', 'public', 'directory', 'urn:tenant:public:ws:directory:graph:evidence'],
      )
    },
  )
})

test('changes are retried later if the graph is down, and newer ones of the vendor wait', async () => {
  let status = 503
  await withGraph(
    () => (status === 200 ? TAKEN : { status, headers: { 'retry-after': '120' } }),
    async ({ sync, sent }) => {
      const vendor = await vendorWith(2)
      await sync()
      const [first, second] = await rowsOf(vendor)
      assert.deepEqual([first!.status, first!.attempts, second!.status, second!.attempts], ['retry', 1, 'pending', 0])
      assert.match(first!.last_error, /The graph answered 503/)
      assert.equal(first!.next_attempt_at.getTime(), clock.now().getTime() + 120_000)
      assert.equal(sent().length, 1)

      status = 200
      await sync()
      assert.equal(sent().length, 1, 'it is not due yet')
      clock.advance(121_000)
      await sync()
      assert.deepEqual(companiesIn(sent()), ['"Company 0"', '"Company 1"'])
      assert.deepEqual(await statusesOf(vendor), ['delivered', 'delivered'])
    },
  )
})

test('a change that fails repeatedly becomes a dead letter, and the next one is sent', async () => {
  await withGraph(
    ({ body }) => (body.includes('Company 0') ? { status: 500 } : TAKEN),
    async ({ sync }) => {
      const vendor = await vendorWith(2)
      for (let i = 0; i < MOST_ATTEMPTS; i++) {
        await sync()
        clock.advance(8 * 3_600_000)
      }
      await sync()
      assert.deepEqual(await statusesOf(vendor), ['dead', 'delivered'])
      assert.ok((await rowsOf(vendor))[0]!.attempts >= MOST_ATTEMPTS)
    },
  )
})

test('a change that was given up while the graph was down is sent automatically when it is back', async () => {
  let isAway = true
  await withGraph(
    () => (isAway ? { status: 503 } : TAKEN),
    async ({ sync }) => {
      const vendor = await vendorWith(1)
      for (let i = 0; i < MOST_ATTEMPTS; i++) {
        await sync()
        clock.advance(8 * 3_600_000)
      }
      assert.deepEqual(await statusesOf(vendor), ['dead'])
      isAway = false
      await sync()
      assert.deepEqual(await statusesOf(vendor), ['delivered'])
    },
  )
})

test('a refused token is renewed once; if that does not help, the change waits for an operator', async () => {
  await withGraph(
    () => ({ status: 401, body: { code: 'invalid_token', detail: 'The token is not valid.' } }),
    async ({ sync, asked, sent }) => {
      const vendor = await vendorWith(1)
      await sync()
      assert.deepEqual([asked.length - sent().length, sent().length], [2, 2])
      const [row] = await rowsOf(vendor)
      assert.equal(row!.status, 'auth_dead')
      assert.match(row!.last_error, /401: invalid_token, The token is not valid/)
    },
  )
})

test('an expired token is renewed and costs only one more request', async () => {
  let refusals = 1
  await withGraph(
    () => (refusals-- > 0 ? { status: 401 } : TAKEN),
    async ({ sync }) => {
      const vendor = await vendorWith(1)
      await sync()
      assert.deepEqual(await statusesOf(vendor), ['delivered'])
    },
  )
})

test('a statement that the graph rejects is dead immediately, with the reason', async () => {
  const errors = [{ path: 'statements.3.object', message: 'must be an absolute IRI' }]
  await withGraph(
    () => ({ status: 422, body: { code: 'invalid_body', detail: 'The body does not fit.', errors } }),
    async ({ sync, sent }) => {
      const vendor = await vendorWith(1)
      await sync()
      const [row] = await rowsOf(vendor)
      assert.deepEqual([row!.status, sent().length], ['dead', 1])
      assert.match(row!.last_error, /422: invalid_body, .*statements\.3\.object must be an absolute IRI/)
    },
  )
})

test('after three consecutive failures the other changes are left for later', async () => {
  await withGraph(
    () => ({ status: 503 }),
    async ({ sync, sent }) => {
      const vendors = []
      for (let i = 0; i < 5; i++) vendors.push(await vendorWith(1))
      await sync()
      assert.equal(sent().length, 3)
      assert.deepEqual((await Promise.all(vendors.map(statusesOf))).flat(), [
        ...['retry', 'retry', 'retry'],
        ...['pending', 'pending'],
      ])
    },
  )
})

test('a change whose worker crashed is sent by another one after the lease has expired', async () => {
  let dying = true
  const end = new AbortController()
  await withGraph(
    async () => (dying ? new Promise<Reply>(() => {}) : TAKEN),
    async ({ sync, sent }) => {
      const vendor = await vendorWith(1)
      const lost = sync(end.signal)
      while (sent().length === 0) await new Promise((done) => setTimeout(done, 5))
      await sync()
      assert.equal(sent().length, 1, 'no other worker sends it during the lease')
      const wait = asked.at(-1)!.getTime() - clock.now().getTime()
      assert.ok(wait > 50_000 && wait <= 60_000, `it must be retried when the lease ends, not after ${wait} ms`)
      await deps.db
        .updateTable('provenance.graph_outbox')
        .set({ leased_until: new Date() })
        .where('vendor_id', '=', vendor)
        .execute()
      dying = false
      await sync()
      assert.deepEqual(await statusesOf(vendor), ['delivered'])
      assert.equal(sent()[0]!.body, sent()[1]!.body)
      end.abort()
      await lost
      assert.deepEqual(await statusesOf(vendor), ['delivered'])
    },
  )
})

test('two concurrent workers send every change once', async () => {
  await withGraph(
    () => TAKEN,
    async ({ sync, sent }) => {
      const vendors = await Promise.all([vendorWith(3), vendorWith(3), vendorWith(3)])
      await Promise.all([sync(), sync(), sync()])
      // A worker stops if the oldest change of every vendor is leased, so sync once more.
      await sync()
      for (const vendor of vendors) assert.deepEqual(await statusesOf(vendor), Array(3).fill('delivered'))
      assert.equal(sent().length, 9)
    },
  )
})

test('an empty change is not queued', async () => {
  const { id } = await addVendor(deps)
  await queueStatements(deps.db, { vendorId: id, snapshotId: 'snp_1', added: [], ended: [] }, clock.now())
  assert.deepEqual(await rowsOf(id), [])
})

test('statements are built when they are sent, and retries send the same ones', async () => {
  let status = 500
  await withGraph(
    () => (status === 200 ? TAKEN : { status }),
    async ({ sync, sent }) => {
      const vendor = await vendorWith(1)
      const change = (snippet: string) =>
        deps.db.updateTable('provenance.evidence_claims').set({ snippet }).where('vendor_id', '=', vendor).execute()
      await change('Read before it was sent.')
      await sync()
      await change('Read after that.')
      status = 200
      clock.advance(8 * 3_600_000)
      await sync()
      const [first, second] = sent().map(({ body }) => body)
      assert.match(first!, /Read before it was sent/)
      assert.deepEqual(JSON.parse(first!), JSON.parse(second!))
      assert.deepEqual(await statusesOf(vendor), ['delivered'])
    },
  )
})

/** `+` for a certificate fact that is added, `-` for one that is retracted. */
const certificatesIn = (asked: readonly Asked[]) =>
  asked.flatMap(({ path, body }) => {
    if (!path.endsWith('batch'))
      return [...body.matchAll(/vendor:\S+ \S+fact#holds_certification> "([^"]+)"/g)].map(([, name]) => `-${name}`)
    const { statements }: { statements: { subject: string; predicate: string; object: string }[] } = JSON.parse(body)
    const facts = statements.filter(({ predicate }) => predicate.endsWith('fact#holds_certification'))
    return facts.filter(({ subject }) => subject.includes(':vendor:')).map(({ object }) => `+${object}`)
  })

test('contradicting claims are not a fact until they agree again', async () => {
  await withGraph(
    () => TAKEN,
    async ({ sync, asked, sent }) => {
      const { id } = await addVendor(deps)
      const [trust, terms] = [await addSource(deps, id, 'trust'), await addSource(deps, id, 'terms')]
      const certificate = ['certification', 'holds_certification', 'soc2:affirmed'] as const
      const denial = ['certification', 'holds_certification', 'soc2:negated'] as const
      const syncedFacts = async (source: { snapshot_id: string }, ids: { added?: string[]; ended?: string[] }) => {
        const claims = (some: string[] = []) => some.map((claim) => ({ id: claim, rule_version: '1' }))
        const change = { added: claims(ids.added), ended: claims(ids.ended) }
        asked.length = 0
        await queueStatements(deps.db, { vendorId: id, snapshotId: source.snapshot_id, ...change }, clock.now())
        await sync()
        return certificatesIn(sent())
      }
      const details = JSON.stringify({ family: 'soc2' })
      const yes = await addClaim(deps, id, trust, certificate, { details })
      assert.deepEqual(await syncedFacts(trust, { added: [yes] }), ['+soc2'])
      const no = await addClaim(deps, id, terms, denial, { state: 'negated', relation: 'refutes', details })
      assert.deepEqual(await syncedFacts(terms, { added: [no] }), ['-soc2'])
      await deps.db
        .updateTable('provenance.evidence_claims')
        .set({ valid_to: clock.now() })
        .where('id', '=', no)
        .execute()
      assert.deepEqual(await syncedFacts(terms, { ended: [no] }), ['+soc2'])
    },
  )
})

/** `+` for a label of a vendor that is added, `-` for one that is retracted. */
const labelsIn = (asked: readonly Asked[]) =>
  asked.map(({ path, body }) => {
    if (!path.endsWith('batch')) return `-${/vendor:\S+ \S+#label> "([^"]+)"/.exec(body)?.[1]}`
    const { statements }: { statements: { subject: string; predicate: string; object: string }[] } = JSON.parse(body)
    const label = statements.find((one) => one.subject.includes(':vendor:') && one.predicate.endsWith('#label'))
    return `+${label?.object}`
  })

test('a renamed vendor loses its old name in the graph, and late changes do not restore it', async () => {
  let status = 422
  await withGraph(
    () => (status === 200 ? TAKEN : { status }),
    async ({ sync, sent }) => {
      const vendor = await vendorWith(1)
      await sync()
      assert.deepEqual(await statusesOf(vendor), ['dead'])
      const named = { display_name: 'Sunny', aliases: ['Cloudy Again'] }
      await deps.db.updateTable('provenance.vendors').set(named).where('id', '=', vendor).execute()
      status = 200
      await sync()
      const requeued = { status: 'pending' as const }
      await deps.db.updateTable('provenance.graph_outbox').set(requeued).where('vendor_id', '=', vendor).execute()
      await sync()
      assert.deepEqual(labelsIn(sent()), ['+Cloudy', '+Sunny', '-Cloudy', '+Sunny', '+Sunny', '-Cloudy'])
      assert.deepEqual(await statusesOf(vendor), ['delivered', 'delivered'])
    },
  )
})

test('a deleted vendor is removed from the graph, and its waiting changes are not sent', async () => {
  await withGraph(
    () => TAKEN,
    async ({ sync, sent }) => {
      const [silent, vendor] = [(await addVendor(deps)).id, await vendorWith(1)]
      await deps.db.deleteFrom('provenance.vendors').where('id', 'in', [silent, vendor]).execute()
      await sync()
      assert.deepEqual(
        sent().map(({ body }) => body),
        [`DELETE WHERE { <urn:provenance:vendor:${vendor}> ?predicate ?object }`],
      )
      assert.deepEqual([await statusesOf(vendor), await statusesOf(silent)], [['delivered', 'delivered'], []])
    },
  )
})
