// Two tenants run endless queries in several workspaces, while a third has small ones.
import { test } from 'node:test'
import { flood } from '@veritrace/platform/testing/flood'
import { keepsItsPace } from '@veritrace/platform/testing/starving'
import { openSparqlApp, type Tenant, values } from './testing.ts'

const WORKSPACES = 4
const ENDLESS = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }'
const statements = Array.from({ length: 400 }, (_, i) => `<http://e.test/${i}> <http://e.test/p> "${i}" .`).join('\n')

test('while two tenants run endless queries in many workspaces, a third is answered as usual', async (t) => {
  const { app, ask, tenant: newTenant, update } = await openSparqlApp()

  async function write(tenant: Tenant, workspace = tenant.id): Promise<void> {
    const { status } = await update(tenant, `INSERT DATA { ${statements} }`, { workspace })
    if (status !== 200) throw new Error(`the data was rejected with ${status}`)
  }

  async function asksForMuch() {
    const tenant = await newTenant({ plan: 'enterprise' })
    const names = Array.from({ length: WORKSPACES }, (_, i) => `large-${i}`)
    for (const name of names) await write(tenant, await app.workspace(tenant, name))
    const lanes = async (signal: AbortSignal, lane: number) => {
      const answer = await ask(tenant, ENDLESS, { workspace: names[lane]!, signal })
      if (answer.status === 429 || answer.status === 503) throw new Error(await answer.text())
    }
    return () => flood(WORKSPACES, lanes)
  }

  const tenant = await newTenant()
  await write(tenant)
  const others = [await asksForMuch(), await asksForMuch()]
  await keepsItsPace(t, {
    tenant: tenant.id,
    light: async () => void (await values(await ask(tenant, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'), 'n')),
    heavy: () => others.map((begin) => begin()),
  })
})
