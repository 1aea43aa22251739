// A short form of `npm run attack`, and proof that it finds a planted bug.
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
  test('another tenant that knows every id reads nothing and changes nothing', async () => {
    const { requests, findings } = await crossing(await strictServer(), { ...SHORT, only: TRIED })
    assert.ok(requests > 250, `only ${requests} requests`)
    assert.deepEqual(findings, [])
  })

  test('every answer to a fuzzed request matches the document', async () => {
    const { findings } = await fuzz(await strictServer(), { requests: 400, seed: 7, only: TRIED })
    assert.deepEqual(findings, [])
  })

  test('a query without its tenant condition is found', async (t) => {
    const server = await openServer(UNCOUNTED, openLog('silent'), (database) =>
      forgetTenantOf('provenance.disclosures', database),
    )
    t.after(() => server.close())
    const { findings } = await crossing(server, { ...SHORT, only: /\/app\/disclosures/ })
    assert.ok(
      findings.some(({ what }) => what.startsWith("the other tenant's text came back")),
      JSON.stringify(findings),
    )
  })
})
