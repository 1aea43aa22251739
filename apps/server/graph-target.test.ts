// The directory and casework write to the graph of their installation, with any identity provider.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { graph, graphMigrations } from '@veritrace/graph'
import { systemClock } from '@veritrace/platform/clock'
import { type GraphTarget, openGraphFetch, openGraphSender } from '@veritrace/platform/outside/graph/send'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { caseworkGraph } from './casework-graph.ts'
import { graphTarget } from './graph-target.ts'

const ISSUER = { AUTH_ISSUER: 'https://id.example.com', AUTH_CLIENT_SECRET: 's' }
const fetch = openGraphFetch()
let app: TestApp
before(async () => {
  app = await openTestApp({ product: 'graph', migrations: [graphMigrations], env: ISSUER }, graph)
})
after(async () => {
  await app.close()
  await fetch.close()
})

const addresses = () => ({ publicUrl: app.url, localUrl: app.url })
const told = async (target: GraphTarget | undefined, tenant: string, workspace: string) => {
  const { status } = await openGraphSender({ fetch, clock: systemClock }, target!).send(`${target!.url}/statements`, {
    headers: {
      'content-type': 'application/json',
      'x-tenant-id': tenant,
      'x-workspace-id': workspace,
      'x-context-id': 'told',
    },
    body: JSON.stringify({ subject: 'urn:a', predicate: 'urn:p', object: 'urn:b', objectType: 'iri' }),
  })
  return status
}

test('with another provider the directory writes to the graph, in a tenant created for it', async () => {
  const target = await graphTarget(app.platform, addresses())
  assert.equal(await told(target, 'public', 'directory'), 201)
})

test('with another provider casework writes to the graph for each tenant, even one without the product graph', async () => {
  const tenant = await app.tenant({ plan: 'free' })
  const graphFor = caseworkGraph(app.platform, addresses())!
  assert.equal(await told(await graphFor(tenant.id), tenant.id, tenant.id), 201)
  await assert.rejects(told(await graphFor(tenant.id), 'public', 'directory'), /tenant/i)
})

test('for an external graph a client is created at our provider; with another provider, changes wait', async () => {
  const { config } = app.platform
  const graphSync = { ...config.graphSync, url: 'https://graph.example.com/graph' }
  const waiting = { ...app.platform, config: { ...config, graphSync } }
  assert.equal(await graphTarget(waiting, addresses()), undefined)
  const auth = { ...config.auth, externalIssuer: undefined }
  const target = await graphTarget({ ...waiting, config: { ...config, graphSync, auth } }, addresses())
  assert.ok(target && 'clientId' in target)
  assert.deepEqual([target.clientId, target.tokenUrl], ['veritrace-graph-sync', `${app.url}/auth/token`])
})

test('a client in the settings uses the provider instead', async () => {
  const graphSync = { ...app.platform.config.graphSync, clientId: 'c', clientSecret: 's' }
  const config = { ...app.platform.config, graphSync }
  assert.deepEqual(await graphTarget({ ...app.platform, config }, addresses()), {
    url: `${app.url}/graph`,
    tokenUrl: undefined,
    issuer: ISSUER.AUTH_ISSUER,
    audience: config.auth.audience,
    scope: undefined,
    clientId: 'c',
    clientSecret: 's',
  })
})
