// Two processes on one PostgreSQL act as one service.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { client } from '@veritrace/contract/client'
import { pages } from '@veritrace/contract/provenance/pages'
import { freePort } from '@veritrace/platform/ports'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import type { Server } from '../../apps/server/start.ts'
import { openServer } from '../own-server.ts'
import { demoToken, type ServerProcess, spawnServer } from '../process.ts'

const embedded = !testDatabaseUrl() && 'the embedded database serves one process'

describe('two replicas', { skip: embedded }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-two-'))
  let one: ServerProcess
  /** In the process of the test, which counts as another process. */
  let two: Server

  before(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const shared = {
      DATABASE_URL: await makeDatabase(),
      DATA_DIR: folder,
      PRODUCTS: 'provenance',
      PUBLIC_URL: url,
      RATE_FREE: '100',
    }
    // Both at once on an empty database: one migrates, the other waits.
    const here = { ...shared, PORT: String(await freePort()), APP_AUTH_MODE: 'demo', ROLES: 'web,worker' }
    const opened = await Promise.all([spawnServer({ ...shared, PORT: String(port) }), openServer(here)])
    one = opened[0]
    two = { ...opened[1], url: `http://127.0.0.1:${here.PORT}` }
  })
  after(async () => {
    await two?.close()
    assert.equal(await one?.stop(), 0)
    rmSync(folder, { recursive: true, force: true })
  })

  test('an event in one process is streamed live by the other, and a stream can be resumed in either', async () => {
    const stream = await openStream(two)
    const api = client(pages, `${one.url}/api/provenance/v1`)
    await api.create({ body: { slug: 'live-one', display_name: 'One' } })
    const first = await stream.next()
    assert.deepEqual([first.event, first.data.action, first.data.resource.label], ['audit', 'page.create', 'One'])
    stream.close()
    await api.create({ body: { slug: 'live-two', display_name: 'Two' } })
    const resumed = await openStream(one, first.id)
    const second = await resumed.next()
    assert.deepEqual([Number(second.id), second.data.resource.label], [Number(first.id) + 1, 'Two'])
    resumed.close()
  })

  test('a token of one is valid at the other, and both share the rate limit', async () => {
    const headers = { authorization: `Bearer ${await demoToken(one, 'limited', { plan: 'free' })}` }
    const calls = await Promise.all(
      Array.from({ length: 130 }, (_, i) =>
        fetch(`${(i % 2 ? one : two).url}/api/provenance/v1/app/pages`, { headers }),
      ),
    )
    const passed = calls.filter((call) => call.status === 200).length
    assert.deepEqual([...new Set(calls.map((call) => call.status))].toSorted(), [200, 429])
    // 100 per minute, plus what the bucket gains while the calls run.
    assert.ok(passed >= 98 && passed <= 112, `${passed} of 130 calls passed a limit of 100`)
  })
})

interface Told {
  id: string
  event: string
  data: { action: string; resource: { label: string } }
}

async function openStream(server: { url: string }, lastId?: string) {
  const leave = new AbortController()
  const response = await fetch(`${server.url}/api/provenance/v1/app/notifications/stream`, {
    signal: leave.signal,
    headers: lastId ? { 'last-event-id': lastId } : {},
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  const next = async (): Promise<Told> => {
    for (;;) {
      const found = /id: (.*)\nevent: (.*)\ndata: (.*)\n\n/.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return { id: found[1]!, event: found[2]!, data: JSON.parse(found[3]!) }
      }
      const { value, done } = await chunks.next()
      if (done) throw new Error('the stream ended')
      text += value
    }
  }
  return { next, close: () => leave.abort() }
}
