// Endpoints with an optional body.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { strict } from '@veritrace/contract/wire'
import { systemClock } from '../clock.ts'
import { buildConfig } from '../config/config.ts'
import { readSettings } from '../config/env.ts'
import { implement } from '../implement.ts'
import { openLog } from '../log.ts'
import { openMeter } from '../metering/meter.ts'
import { openLimiter } from '../metering/rate-limit.ts'
import { testDatabase } from '../testing/db.ts'
import { mount } from './mount.ts'
import { createHttp, type Http } from './server.ts'

const copies = {
  make: endpoint('POST /copies', {
    summary: 'Make one',
    auth: 'public',
    body: strict({
      name: t.String({ default: 'copy' }),
      include: t.Optional(strict({ all: t.Boolean({ default: true }) })),
    }),
    bodyOptional: true,
    ok: t.Object({ given: t.String() }),
  }),
}

let app: Http
let url: string
before(async () => {
  const { db } = await testDatabase()
  const config = buildConfig(readSettings({}))
  const log = openLog('silent')
  app = await createHttp(config, log)
  const meter = openMeter(db, systemClock, log)
  after(() => meter.close())
  const gate = { db, limiter: openLimiter(db, systemClock), meter, identify: async <R>(request: R) => request }
  const handlers = implement(copies, { make: ({ body }) => ({ given: JSON.stringify(body ?? 'nothing') }) })
  const { limits } = config
  mount(app, handlers, { product: 'graph', base: '/t', gate, limits, stopping: new AbortController().signal })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/t/copies`
})
after(() => app.close())

const send = (body?: string) =>
  fetch(url, { method: 'POST', ...(body && { body, headers: { 'content-type': 'application/json' } }) })

for (const [body, given] of [
  [undefined, 'nothing'],
  ['null', 'nothing'],
  ['{}', { name: 'copy' }],
  ['{"name":"b","include":{}}', { name: 'b', include: { all: true } }],
] as const)
  test(`a body of ${body ?? 'nothing'} gets the defaults of the schema`, async () => {
    const answer = (await (await send(body)).json()) as { given: string }
    assert.deepEqual(JSON.parse(answer.given), given)
  })

test('a body that is sent is validated, and its faults are named', async () => {
  const response = await send('{"nam":"b"}')
  assert.equal(response.status, 422)
  const { errors } = (await response.json()) as { errors: unknown }
  assert.deepEqual(errors, [{ path: 'nam', message: 'is not a known field' }])
})
