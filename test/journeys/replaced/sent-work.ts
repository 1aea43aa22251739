// Work that waits for others: webhooks, a plan's message, an email, and a crawled page.
import assert from 'node:assert/strict'
import { newId } from '@veritrace/platform/ids'
import { sql } from 'kysely'
import { addSource, addVendor } from '../../../products/provenance/vendors/testing.ts'
import { askCasework } from './ask-casework.ts'
import { type Acting, one, TENANT, type Work, type World } from './world.ts'

/** One message to a healthy webhook, and one to a webhook that is being probed. */
export async function messages({ web, partner }: World, caller: Acting): Promise<Work[]> {
  const { webhooks, db } = web.platform
  const send = async (path: string, until: string, before?: (id: string) => Promise<unknown>): Promise<Work> => {
    const { id } = await webhooks.create(caller, { url: `${partner.url}/${path}`, scope: path })
    await before?.(id)
    const message = await webhooks.sendTest(caller, id)
    const heard = () => partner.heard().filter((one) => one.path === `/${path}`)
    return {
      of: until,
      isHeld: () => heard().length === 1,
      check: async () => {
        const { status, attempts } = await webhooks.getDelivery(caller, message.id)
        assert.deepEqual([status, attempts.length], ['succeeded', 1])
        assert.deepEqual(
          heard().map(({ headers }) => headers['webhook-id']),
          [message.id, message.id],
        )
      },
    }
  }
  const fail = (id: string) =>
    sql`update platform.webhook_endpoints set failure_streak = 5, failing_since = now() where id = ${id}`.execute(db)
  return [
    await send('healthy', 'platform.webhook_deliveries.locked_until'),
    await send('probed', 'platform.webhook_endpoints.probe_until', fail),
  ]
}

export async function planMessage(world: World, caller: Acting): Promise<Work> {
  const { platform } = world.web
  const scope = { artifact_ids: ['TABL:VBAK'] }
  const { id: caseId } = await askCasework(world, caller, '/cases', { title: 'Orders', scope })
  const id = newId('dlv')
  await sql`
    insert into casework.plan_deliveries (id, tenant_id, workspace_id, case_id, plan_id, channel, url, target, body,
      request_digest, status, next_retry_at, created_at)
    values (${id}, ${TENANT}, ${TENANT}, ${caseId}, null, 'tracker', ${`${world.partner.url}/plan`}, 'tracker', '{}',
      '', 'queued', now(), now())`.execute(platform.db)
  await platform.jobs.add(platform.db, 'deliver-plan-message', { tenant: TENANT, workspace: TENANT, id }, { key: id })
  const heard = () => world.partner.heard().filter(({ path }) => path === '/plan')
  return {
    of: 'casework.plan_deliveries.locked_until',
    isHeld: () => heard().length === 1,
    check: async () => {
      const row = await one(
        world,
        sql<{ status: string; attempts: { attempt: number }[] }>`
          select status, attempts from casework.plan_deliveries where id = ${id}`,
      )
      assert.deepEqual([row.status, row.attempts.map(({ attempt }) => attempt)], ['delivered', [2]])
      assert.deepEqual(
        heard().map(({ headers }) => headers['webhook-id']),
        [id, id],
      )
    },
  }
}

export async function mail(world: World): Promise<Work> {
  const { mailer, db } = world.web.platform
  const id = await mailer.send(db, { to: 'ada@example.test', subject: 'Hello', text: 'Hello', kind: 'test' })
  return {
    of: 'mail',
    isHeld: () => world.mailbox.got().length === 1,
    check: async () => {
      const row = await one(
        world,
        sql<{ status: string; attempts: number }>`select status, attempts from platform.mail_outbox where id = ${id}`,
      )
      assert.deepEqual(row, { status: 'sent', attempts: 1 })
      const [first, second, ...more] = world.mailbox.got()
      assert.deepEqual([second, more], [first, []], 'at most twice, and the mailbox can detect the duplicate')
    },
  }
}

export async function crawl(world: World): Promise<Work> {
  const { platform } = world.web
  const origin = world.partner.url
  const { id } = await addVendor(platform, { website_url: origin, next_discovery_at: new Date('2100-01-01') })
  const source = await addSource(platform, id, 'subprocessors', {
    url: `${origin}/crawled`,
    next_crawl_at: new Date(0),
  })
  await platform.jobs.add(platform.db, 'schedule-crawls', {})
  const heard = (path: string) => world.partner.heard().filter((one) => one.path === path)
  return {
    of: 'provenance.crawl_hosts.busy_until',
    isHeld: () => heard('/robots.txt').length === 1,
    check: async () => {
      const { jobs, successes } = await one(
        world,
        sql<{ jobs: number; successes: number }>`
          select count(*) as jobs, count(*) filter (where status = 'succeeded') as successes
          from provenance.crawl_jobs where source_id = ${source.id}`,
      )
      assert.deepEqual([jobs, successes], [1, 1])
      assert.equal(heard('/crawled').length, 1)
    },
  }
}
