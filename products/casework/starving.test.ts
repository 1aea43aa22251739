// Fairness of worker threads: two tenants send as much heavy work as they may, and a third sends a little.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { asking, flood } from '@veritrace/platform/testing/flood'
import { keepsItsPace } from '@veritrace/platform/testing/starving'
import { caseTenant } from './cases/testing.ts'
import { smallPack } from './packs/testing.ts'
import { type CaseworkApp, caseworkApp } from './testing.ts'

type Tenant = Awaited<ReturnType<typeof caseTenant>>

let app: CaseworkApp
let third: Tenant
let others: Tenant[]
before(async () => {
  app = await caseworkApp()
  const [first, ...more] = await Promise.all([1, 2, 3].map(() => caseTenant(app)))
  third = first!
  others = more
})

/** Prepares a request of this tenant that can be sent repeatedly. */
async function request({ tenant, headers }: Tenant, path: string, body: object) {
  const authorization = `Bearer ${await app.key(tenant, 'admin')}`
  const all = { ...headers, authorization, 'content-type': 'application/json' }
  return asking({ url: `${app.url}/api/casework${path}`, body: JSON.stringify(body), headers: all })
}

/** The work of the third tenant, and that of the others with four requests at a time each. */
async function paceOf(
  light: Promise<(signal?: AbortSignal) => Promise<void>>,
  heavy: Promise<Parameters<typeof flood>[1]>[],
) {
  const [ask, asked] = [await light, await Promise.all(heavy)]
  return { tenant: third.tenant.id, light: () => ask(), heavy: () => asked.map((one) => flood(4, one)) }
}

/** An estate with this many programs, each of which uses something different. */
async function projectOf({ projects, headers, read }: Tenant, name: string, programs: number): Promise<string> {
  const { id } = await projects().create({ body: { name, system: { sid: 'PRD' } }, headers })
  const lines = Array.from({ length: programs }, (_, n) => `PROG,ZP${n},ZPK${n % 50},TABL,T${n}X,read`)
  const text = `from_type,from_name,from_package,to_type,to_name,access\n${lines.join('\n')}\n`
  const item = await read(id, 'deps.csv', text, { kind: 'dependency_csv' })
  assert.equal(item.status, 'parsed')
  return id
}

test('while two tenants classify the longest sources, a third does not wait', async (t) => {
  const source = (lines: number) => ({
    input: { kind: 'abap_source', content: `REPORT zx.\nTABLES vbak.\n${'x = y + 1.\n'.repeat(lines)}` },
  })
  const ask = (tenant: Tenant, lines: number) => request(tenant, '/studio/classify', source(lines))
  const pace = await paceOf(
    ask(third, 1_000),
    others.map((one) => ask(one, 90_000)),
  )
  await keepsItsPace(t, pace)
})

test('while two tenants upload the largest packs, a third does not wait', async (t) => {
  const large = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [
      `tests/t${n}.yaml`,
      '- { given: { taste.state: sweet }, expect: { row: F1, code: good } }\n'.repeat(7_000),
    ]),
  )
  const ask = (tenant: Tenant, changes: Record<string, string>) =>
    request(tenant, '/packs', { files: smallPack(changes) })
  const pace = await paceOf(
    ask(third, {}),
    // A 422 is fine: the pack was read before it was rejected.
    (await Promise.all(others.map((one) => ask(one, large)))).map(
      async (send) => (signal: AbortSignal) =>
        send(signal).catch((error) => {
          if (!String(error).includes('422')) throw error
        }),
    ),
  )
  await keepsItsPace(t, pace)
})

test('while two tenants make the longest estimates, a third does not wait', async (t) => {
  const ask = async (tenant: Tenant, programs: number) => {
    const { id } = await tenant.open(await projectOf(tenant, 'Estimates', programs))
    await tenant.investigate(id)
    return request(tenant, `/cases/${id}/estimate`, { simulations: 30_000, seed: 1 })
  }
  const pace = await paceOf(
    ask(third, 8),
    others.map((one) => ask(one, 2_000)),
  )
  await keepsItsPace(t, pace)
})

test('while two tenants write long reports, a third does not wait', async (t) => {
  const ask = async (tenant: Tenant, programs: number) =>
    request(tenant, `/projects/${await projectOf(tenant, 'Reports', programs)}/assets/report/pdf`, {
      template: 'technical',
      redact: false,
    })
  const pace = await paceOf(
    ask(third, 8),
    others.map((one) => ask(one, 2_000)),
  )
  await keepsItsPace(t, pace)
})
