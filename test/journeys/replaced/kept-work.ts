// Work in the database only: a pipeline between two steps, and a tenant whose rows are deleted.
import assert from 'node:assert/strict'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { sql } from 'kysely'
import { askCasework } from './ask-casework.ts'
import { type Acting, isWaited, one, TENANT, type Work, type World } from './world.ts'

/** The end of a step waits for the test, because a trigger takes a lock. */
export async function pipeline(world: World, caller: Acting): Promise<Work> {
  const { platform } = world.web
  const { db } = platform
  await sql`
    create function casework.hold_steps() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(4242);
      return new;
    end $$`.execute(db)
  await sql`create trigger hold_steps before update of steps on casework.generations
    for each row execute function casework.hold_steps()`.execute(db)
  // The state after its process died before the first step.
  const { id } = await askCasework(world, caller, '/studio/pipeline', {
    input: { kind: 'abap_source', content: 'REPORT z.\nSELECT * FROM vbak INTO TABLE @DATA(orders).\n' },
    steps: ['classify'],
  })
  await sql`
    update casework.generations set state = 'running', claim = null, claimed_until = null, output = '{}', events = '[]',
      steps = jsonb_build_array(steps -> 0 || '{"state": "waiting", "finished_at": null}') where id = ${id}`.execute(db)
  await platform.jobs.add(db, 'casework-pipeline', { tenant: TENANT, workspace: TENANT, id }, { key: `${id} again` })
  const row = () =>
    one(
      world,
      sql<{ state: string; claim: string | null; events: { event: string }[] }>`
        select state, claim, events from casework.generations where id = ${id}`,
    )
  return {
    of: 'casework.generations.claimed_until',
    isHeld: async () => (await row()).claim !== null,
    check: async () => {
      const { state, events } = await row()
      assert.equal(state, 'ready', JSON.stringify(events))
      assert.equal(events.filter(({ event }) => event === 'done').length, 1)
    },
  }
}

/** A tenant that was deleted long ago, with a locked row. */
export async function purge(world: World): Promise<Work> {
  const { db, jobs, webhooks } = world.web.platform
  const id = 'purged'
  const tenant = await ensureTenant(db, { id, displayName: id })
  await webhooks.create(systemCaller(tenant.id, tenant.customer_id), { url: 'https://hooks.example.com' })
  await sql`update platform.tenants set deleted_at = now() - interval '60 days' where id = ${id}`.execute(db)
  await jobs.add(db, 'purge-tenants', {})
  return {
    of: 'purges',
    isHeld: () => isWaited(world, 'webhook_endpoints'),
    check: async () => {
      const row = await one(
        world,
        sql<{ purged: boolean; rows: number }>`
          select purged_at is not null as purged,
            (select count(*) from platform.webhook_endpoints where tenant_id = ${id}) as rows
          from platform.tenants where id = ${id}`,
      )
      assert.deepEqual(row, { purged: true, rows: 0 })
    },
  }
}
