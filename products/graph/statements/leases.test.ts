// A server with a lease misses nothing: another server's change is not committed before the lease ends.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Caller, systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { contextIri } from '../scope/rules.ts'
import { openSparqlApp, type SparqlApp, values } from '../sparql/testing.ts'
import { changeStatements } from './change-statements.ts'
import { type Leases, openLeases } from './leases.ts'
import { nextSeq } from './next-seq.ts'

let app: SparqlApp
before(async () => {
  app = await openSparqlApp()
})
after(() => app.close())

interface Workspace {
  place: { tenant: string; workspace: string }
  caller: Caller
  /** Writes as the server with these leases, or as one without leases. */
  write(leases?: Leases): Promise<number>
}

let written = 0

async function workspace(): Promise<Workspace> {
  const tenant = await app.tenant()
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const { platform } = app.app
  const graph = contextIri(tenant.id, tenant.id, 'main')
  const found: Workspace = {
    place: { tenant: tenant.id, workspace: tenant.id },
    caller,
    write: async (leases) => {
      const assert = [{ line: `<urn:s> <urn:p> "${++written}" <${graph}> .` }]
      const deps = { ...platform, ...(leases && { leases }) }
      return (await transact(platform.db, (tx) => changeStatements(deps, tx, caller, { assert }))).seq
    },
  }
  await found.write()
  return found
}

const server = (): Leases => openLeases(app.app.platform.db)

/** Waits until the lease is granted; undefined on timeout. */
async function leaseOn(leases: Leases, { place }: Workspace, patience = 10_000): Promise<number | undefined> {
  for (const end = performance.now() + patience; performance.now() < end; await pause(5)) {
    leases.want(place)
    const seq = leases.seqOf(place)
    if (seq !== undefined) return seq
  }
  return undefined
}

/** Long enough for the database to answer. */
const SHORTLY = 300

test('a lease knows the newest change, and ends by itself', async () => {
  const [one, here] = [await workspace(), server()]
  assert.equal(here.seqOf(one.place), undefined)
  assert.equal(await leaseOn(here, one), 1)
  await pause(1_000)
  assert.equal(here.seqOf(one.place), undefined)
  assert.equal(await leaseOn(here, one), 1)
})

test('a change of another server is not visible before the lease ends', async () => {
  const [one, here, there] = [await workspace(), server(), server()]
  assert.equal(await leaseOn(here, one), 1)
  let isWritten = false
  const writing = one.write(there).then(() => (isWritten = true))
  while (here.seqOf(one.place) !== undefined) {
    assert.equal(isWritten, false)
    await pause(1)
  }
  await writing
  assert.equal(await leaseOn(here, one, SHORTLY), undefined, 'two servers use it: the next change must not wait again')
})

test('only one server has the lease, and its own change ends the lease immediately', async () => {
  const [one, here, there] = [await workspace(), server(), server()]
  assert.equal(await leaseOn(here, one), 1)
  assert.equal(await leaseOn(there, one, SHORTLY), undefined)
  assert.equal(await one.write(here), 2)
  assert.equal(here.seqOf(one.place), undefined)
})

test('a lease requested before a change of this server is not used after it', async () => {
  const [one, here] = [await workspace(), server()]
  here.want(one.place)
  here.lose(one.place)
  await pause(100)
  assert.equal(here.seqOf(one.place), undefined)
})

test('a lease request does not wait for a change in progress, and fails', async () => {
  const [one, here] = [await workspace(), server()]
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const changing = transact(app.app.platform.db, async (tx) => {
    await nextSeq(server(), tx, one.place)
    held.resolve()
    await done.promise
  })
  await held.promise
  assert.equal(await leaseOn(here, one, SHORTLY), undefined)
  done.resolve()
  await changing
})

test('frequent queries need no database, and still see each change of another server immediately', async () => {
  const { place, caller, write } = await workspace()
  const tenant = { id: caller.tenant } as Awaited<ReturnType<SparqlApp['tenant']>>
  const count = async () => (await values(await app.ask(tenant, 'select ?o { ?s ?p ?o }'), 'o')).length
  const isLeased = async () => {
    const { reader_until } = await app.app.platform.db
      .selectFrom('graph.workspaces')
      .select('reader_until')
      .where('tenant_id', '=', place.tenant)
      .executeTakeFirstOrThrow()
    return reader_until !== null && reader_until > new Date()
  }
  for (const end = performance.now() + 20_000; !(await isLeased()) && performance.now() < end; )
    assert.equal(await count(), 1)
  assert.equal(await isLeased(), true)
  await write()
  assert.equal(await count(), 2)
})
