// A short form of `npm run attack`, and whether it would notice what it looks for.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { crossing } from './attack/crossing.ts'
import { forgetTenantOf } from './attack/forgotten-tenant.ts'
import { fuzz } from './attack/fuzz.ts'
import { openServer, strictServer, UNCOUNTED } from './own-server.ts'

const SHORT = { variants: 1, seed: 7 }
const TRIED = /\/app\/(disclosures|requests|storage)|\/graph\/(shapes|workflow)|\/casework\/(cases|projects)\/\{id\}$/

describe('the attack', () => {
  test('a stranger who knows every id is told nothing and changes nothing', async () => {
    const { requests, findings } = await crossing(await strictServer(), { ...SHORT, only: TRIED })
    assert.ok(requests > 250, `only ${requests} requests`)
    assert.deepEqual(findings, [])
  })

  test('whoever fuzzes, each answer is one that the document describes', async () => {
    const { findings } = await fuzz(await strictServer(), { requests: 400, seed: 7, only: TRIED })
    assert.deepEqual(findings, [])
  })

  test('a query that has forgotten its tenant is noticed', async (t) => {
    const server = await openServer(UNCOUNTED, openLog('silent'), (database) =>
      forgetTenantOf('provenance.disclosures', database),
    )
    t.after(() => server.close())
    const { findings } = await crossing(server, { ...SHORT, only: /\/app\/disclosures/ })
    assert.ok(
      findings.some(({ what }) => what.startsWith("the owner's words came back")),
      JSON.stringify(findings),
    )
  })
})
