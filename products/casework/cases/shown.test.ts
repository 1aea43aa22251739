// Lists read stored columns. After any sequence of writes, these must equal values that are computed from scratch.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { casePlans } from '@veritrace/contract/casework/case-plans'
import type { Case, CasePatch } from '@veritrace/contract/casework/cases'
import { decisions } from '@veritrace/contract/casework/decisions'
import { packs } from '@veritrace/contract/casework/packs'
import { ApiError } from '@veritrace/contract/client'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp } from '../testing.ts'
import { caseTenant, DEPENDENCIES } from './testing.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
/** A shared list that the runs read. */
let listId: string
before(async () => {
  const clocked = await clockedCaseworkApp()
  app = clocked.app
  clock = clocked.clock
})

after(() => sql`update casework.entries set is_current = true where id = ${listId}`.execute(app.platform.db))

type World = Awaited<ReturnType<typeof openWorld>>
async function openWorld() {
  const t = await caseTenant(app)
  const project_id = await t.project()
  const ids: string[] = []
  for (const packages of [['ZSD'], ['ZMM'], ['ZSD', 'ZMM']])
    ids.push((await t.open(project_id, { scope: { selector: { packages } } })).id)
  await t.investigate(ids[0]!)
  const { rows } = await sql<{ id: string }>`
    select min(entry) as id from casework.case_runs cross join unnest(catalog_entries) as entry
    where case_id = ${ids[0]}`.execute(app.platform.db)
  listId ??= rows[0]!.id
  return { t, project_id, ids }
}

/** Each writes something that a list depends on. A rejected write must change nothing, which is tested too. */
const WRITES: Record<string, (world: World, n: number) => Promise<unknown>> = {
  investigate: ({ t, ids }, n) => t.investigate(ids[n % 3]!, { force: n > 4 }),
  rename: ({ t, ids }, n) => patch(t, ids[n % 3]!, { title: `Orders ${n}`, tags: [`tag ${n}`] }),
  narrow: ({ t, ids }, n) => patch(t, ids[n % 3]!, { scope: { selector: { packages: [n % 2 ? 'ZSD' : 'ZMM'] } } }),
  close: ({ t, ids }, n) => patch(t, ids[n % 3]!, { status: 'closed', outcome: 'cancelled' }),
  reopen: ({ t, ids }, n) => patch(t, ids[n % 3]!, { status: 'open', reason: 'Again' }),
  decide: async ({ t, ids }, n) => {
    const { items } = await t.recommended(ids[n % 3]!)
    const one = items[n % Math.max(items.length, 1)]
    if (one) await t.decide(one.case_id, one.id, { status: n % 2 ? 'accepted' : 'rejected', reason: 'So it is.' })
  },
  exempt: async ({ t, ids }, n) => {
    const [one] = (await t.recommended(ids[n % 3]!)).items
    const exemption = { owner: 'Jane', reason: 'Until then', expires_at: inDays(1 + n) }
    if (one) await t.decide(one.case_id, one.id, { status: 'accepted', exemption })
  },
  overlay: ({ t }, n) =>
    t.api(decisions).overlay({
      body: {
        ...{ type: 'TABL', name: n % 2 ? 'VBAK' : 'BSEG', level: 'B', rationale: 'Read only, through one wrapper.' },
        ...(n > 4 && { expires_at: inDays(n) }),
      },
      headers: t.headers,
    }),
  revoke: async ({ t }) => {
    const { items } = await t.api(decisions).list({ query: { status: 'active' }, headers: t.headers })
    if (items[0]) await t.api(decisions).revoke({ params: { id: items[0].id }, headers: t.headers })
  },
  wait: async (_world, n) => clock.advance((n + 1) * 43_200_000),
  upload: ({ t, project_id }, n) =>
    t.read(project_id, `more-${n}.csv`, `${DEPENDENCIES}PROG,ZNEW${n},ZSD,TABL,BSEG,read\n`, {
      kind: 'dependency_csv',
    }),
  plan: ({ t, ids }, n) =>
    t.api(casePlans).create({
      params: { caseId: ids[n % 3]! },
      body: {
        title: 'A plan',
        items: [{ title: 'Keep', action_id: 'keep', artifacts: ['TABL:VBAK'], effort: { low: 1, likely: 2, high: 3 } }],
      },
      headers: t.headers,
    }),
  submit: async ({ t, ids }, n) => {
    const { items } = await t.api(casePlans).list({ params: { caseId: ids[n % 3]! }, query: {}, headers: t.headers })
    const params = { caseId: ids[n % 3]!, planId: items[0]?.id ?? 'none' }
    const transition = n % 2 ? 'submit' : 'withdraw'
    await t.api(casePlans).step({ params, body: { transition }, headers: t.headers })
  },
  rules: ({ t }, n) =>
    t.api(packs, 'admin').update({
      params: { id: 'clean-core' },
      body: { options: { uncatalogued: n % 2 ? 'unknown' : null } },
      headers: t.headers,
    }),
  // Simulates an import: retires a shared list, and the next time restores it.
  list: async () => {
    await sql`update casework.entries set is_current = not is_current where id = ${listId}`.execute(app.platform.db)
  },
  message: async ({ ids }, n) => {
    const status = n % 2 ? 'failed' : 'delivered'
    await sql`insert into casework.plan_deliveries (id, tenant_id, workspace_id, case_id, channel, target, body,
        request_digest, status, created_at)
      select ${`dlv_${ids[n % 3]}_${n}`}, tenant_id, workspace_id, id, 'webhook', '', '', '', ${status}, now()
      from casework.cases where id = ${ids[n % 3]}
      on conflict (id) do update set status = ${n % 3 ? 'dead_letter' : 'delivered'}`.execute(app.platform.db)
  },
  drop: async ({ ids }, n) => {
    await sql`delete from casework.case_evidence where case_id = ${ids[n % 3]} and id = (
      select min(id) from casework.case_evidence where case_id = ${ids[n % 3]})`.execute(app.platform.db)
  },
}
const inDays = (days: number): string => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
const patch = (t: World['t'], id: string, body: CasePatch): Promise<Case> =>
  t.cases().update({ params: { id }, body, headers: t.headers })

test('a list shows the same values as each case itself, whatever was written before', async () => {
  const write = fc.tuple(fc.constantFrom(...Object.keys(WRITES)), fc.nat({ max: 9 }))
  const sequences = fc.array(write, { minLength: 8, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(sequences, async (writes) => {
      const world = await openWorld()
      for (const [name, n] of writes) {
        await WRITES[name]!(world, n).catch(isRefused)
        await assertShown(world, name)
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

function isRefused(error: unknown): void {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
}

async function assertShown({ t }: World, after: string): Promise<void> {
  const { items, facets } = await t.cases().list({ query: { limit: 200 }, headers: t.headers })
  for (const shown of items) assert.deepEqual(shown, await t.get(shown.id), after)
  const counted = await computeFromScratch(items.map(({ id }) => id))
  const shown = items.map(({ id, phase, counters: { artifacts: _, ...counters } }) => [id, { phase, ...counters }])
  assert.deepEqual(Object.fromEntries(shown), counted, after)
  const stale = items.filter((one) => one.stale.is).length
  assert.deepEqual([facets.stale.true ?? 0, facets.stale.false ?? 0], [stale, items.length - stale], after)
  const asked = await t.cases().list({ query: { stale: true }, headers: t.headers })
  assert.equal(asked.items.length, stale, after)
}

/** Computes the columns of all these cases without using the stored values. */
async function computeFromScratch(ids: readonly string[]): Promise<Record<string, object>> {
  const { rows } = await sql<{ id: string; shown: object }>`
    select c.id, jsonb_build_object(
      'phase', case when f.id is null then 'corpus' when n.open > 0 then 'resolve'
        when not (f.steps @> '[{"id": "traverse", "state": "done"}]') then 'graph'
        when n.accepted > 0 and coalesce(plan.state, 'draft') in ('draft', 'changes_requested') then 'plan'
        else 'review' end,
      'recommendations_open', n.open,
      'evidence', (select count(*) from casework.case_evidence ev where ev.case_id = c.id),
      'plans', (select count(*) from casework.case_plans p where p.case_id = c.id),
      'reviews_pending', (select count(*) from casework.case_plans p where p.case_id = c.id and p.state = 'in_review'),
      'deliveries_failed', (select count(*) from casework.plan_deliveries d
        where d.case_id = c.id and d.status in ('failed', 'dead_letter'))) as shown
    from casework.cases c
    left join casework.case_runs f on f.id = c.finished_run_id
    left join casework.case_plans plan on plan.id = c.current_plan_id
    cross join lateral (
      select count(*) filter (where status = 'proposed') as open,
        count(*) filter (where status in ('accepted', 'done')) as accepted
      from casework.recommendations rec where rec.case_id = c.id) n
    where c.id = any(${ids}::text[])`.execute(app.platform.db)
  return Object.fromEntries(rows.map(({ id, shown }) => [id, shown]))
}
