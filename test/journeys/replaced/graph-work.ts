// Work for the graph: changes from the directory and casework, an ingested document, and a reader's lease.
import assert from 'node:assert/strict'
import { client } from '@veritrace/contract/client'
import { ingestions } from '@veritrace/contract/graph/ingestions'
import { statements } from '@veritrace/contract/graph/statements'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { sql } from 'kysely'
import { queueStatements, requestSync } from '../../../products/provenance/graph-sync/queue-statements.ts'
import { addClaim, addSource, addVendor } from '../../../products/provenance/vendors/testing.ts'
import { type Acting, countIn, isWaited, one, TENANT, type Work, type World } from './world.ts'

export async function directorySync(world: World): Promise<Work> {
  const { platform } = world.web
  const { id } = await addVendor(platform, { opted_out: true })
  const source = await addSource(platform, id, 'subprocessors')
  const claim = await addClaim(platform, id, source, ['subprocessor', 'uses_subprocessor', 'Fabrikam'])
  const added = [{ id: claim, rule_version: '1' }]
  await queueStatements(
    platform.db as never,
    { vendorId: id, snapshotId: source.snapshot_id, added, ended: [] },
    new Date(),
  )
  await requestSync(platform, platform.db as never)
  const row = () =>
    one(
      world,
      sql<{ status: string; attempts: number; holder: string | null }>`
        select status, attempts, holder from provenance.graph_outbox where vendor_id = ${id}`,
    )
  return {
    of: 'provenance.graph_outbox.leased_until',
    isHeld: async () => (await row()).holder !== null && world.door.waiting() >= 2,
    check: async () => {
      assert.deepEqual(await row(), { status: 'delivered', attempts: 0, holder: null })
      const { count } = await countIn(world, sql`subject like ${`%${id}`} and predicate like '%uses_subprocessor'`)
      assert.equal(count, 1)
    },
  }
}

/** The lists that come with casework wait to be sent from its first start on. */
export function caseworkSync(world: World): Work {
  let name: string | undefined
  return {
    of: 'casework.outbox.leased_until',
    isHeld: async () => {
      const { rows } = await sql<{ name: string }>`
        select name from casework.outbox where holder is not null`.execute(world.web.platform.db)
      name = rows[0]?.name
      return name !== undefined && world.door.waiting() >= 2
    },
    check: async () => {
      const waiting = await one(
        world,
        sql<{ rows: number }>`
        select count(*) as rows from casework.outbox where name = ${name!}`,
      )
      assert.equal(waiting.rows, 0)
      const context = await one(
        world,
        sql<{ statements: number; digest: string; built_digest: string }>`
          select statements, digest, built_digest from casework.contexts where name = ${name!}`,
      )
      assert.ok(context.statements > 0)
      assert.equal(context.built_digest, context.digest)
      const { count } = await countIn(world, sql`tenant_id = 'system' and context like ${`%${name}`}`)
      assert.equal(count, context.statements)
    },
  }
}

/** Its holder does nothing more, so the next writer waits until the lease ends. */
export async function reader({ web }: World): Promise<Work> {
  const { db, identity } = web.platform
  const id = 'reader'
  const tenant = await ensureTenant(db, { id, displayName: id, plan: 'pro' })
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const { secret } = await identity.keys.create(caller, { name: 'write', role: 'owner' })
  const headers = {
    ...{ authorization: `Bearer ${secret}`, 'x-tenant-id': id, 'x-workspace-id': id },
    'x-context-id': `urn:tenant:${id}:ws:${id}:graph:default`,
  }
  const say = (object: string) => {
    const body = {
      subject: 'http://said.test/it',
      predicate: 'http://said.test/is',
      object,
      objectType: 'literal' as const,
    }
    return client(statements, `${web.url}/graph`).create({ body, headers })
  }
  await say('before')
  return {
    of: 'graph.workspaces.reader_until',
    isHeld: async () => {
      await sql`
        update graph.workspaces set reader = 'dead', reader_until = clock_timestamp() + interval '1 second'
        where tenant_id = ${id}`.execute(db)
      return true
    },
    check: async () => {
      await say('after')
      const { rows } = await sql`select 1 from graph.statements where tenant_id = ${id}`.execute(db)
      assert.equal(rows.length, 2)
    },
  }
}

const IN_DOCUMENT = 10_500

export async function ingestion(world: World, caller: Acting): Promise<Work> {
  const { web } = world
  const { secret } = await web.platform.identity.keys.create(caller, { name: 'ingest', role: 'owner' })
  const headers = {
    authorization: `Bearer ${secret}`,
    'x-tenant-id': TENANT,
    'x-workspace-id': TENANT,
    'x-context-id': 'read',
  }
  const body = Array.from(
    { length: IN_DOCUMENT },
    (_, i) => `<http://read.test/${i}> <http://read.test/is> "so" .`,
  ).join('\n')
  // The row of a workspace exists from its first statement on; the test locks it.
  const first = {
    subject: 'http://first.test/',
    predicate: 'http://first.test/is',
    object: 'so',
    objectType: 'literal' as const,
  }
  await client(statements, `${web.url}/graph`).create({ body: first, headers })
  const answer = await fetch(`${web.url}/graph/ingestions/statements`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/n-triples' },
    body,
  })
  const { id } = (await answer.json()) as { id: string }
  assert.ok(id)
  return {
    of: 'ingestions',
    isHeld: () => isWaited(world, 'graph.workspaces'),
    check: async () => {
      const { status, inserted } = await client(ingestions, `${web.url}/graph`).get({ params: { id }, headers })
      assert.deepEqual([status, inserted], ['succeeded', IN_DOCUMENT])
      const { count } = await countIn(world, sql`tenant_id = ${TENANT} and subject like 'http://read.test/%'`)
      assert.equal(count, IN_DOCUMENT)
    },
  }
}
