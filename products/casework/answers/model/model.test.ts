// Answers with a model, played by a test server that responds as each test needs.
import assert from 'node:assert/strict'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { answers } from '@veritrace/contract/casework/answers'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { openCaseworkApp } from '../../testing.ts'
import { open } from '../testing.ts'

interface Given {
  question: string
  draft: string[]
  sources: { n: number; text: string }[]
}
let app: TestApp & { env: Record<string, string> }
let server: Server
let asked: { authorization: string | undefined; given: Given }[] = []
/** The model's response to the given input: text, a status code, or a function that responds itself. */
let respond: (given: Given) => string | number | ((response: ServerResponse) => void)

before(async () => {
  server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString())
    const given: Given = JSON.parse(body.messages.at(-1).content)
    asked.push({ authorization: request.headers.authorization, given })
    const reply = respond(given)
    if (typeof reply === 'function') return reply(response)
    streamTo(response, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const env = { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_API_KEY: 'key', LLM_MODEL: 'small' }
  app = { ...(await openCaseworkApp({ env })), env }
})
after(async () => {
  await app.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
beforeEach(() => {
  asked = []
})

function streamTo(response: ServerResponse, reply: string | number): void {
  response.writeHead(typeof reply === 'number' ? reply : 200, { 'content-type': 'text/event-stream' })
  for (const content of String(reply).match(/.{1,20}/gs) ?? [])
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
  response.write(`data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 70, completion_tokens: 9 } })}\n\n`)
  response.end('data: [DONE]\n\n')
}

async function member() {
  const tenant = await app.tenant()
  const headers = {
    'x-tenant-id': tenant.id,
    'x-workspace-id': 'main',
    'x-context-id': `urn:tenant:${tenant.id}:ws:main:graph:default`,
    accept: 'application/json',
  }
  const api = app.client(answers, tenant, 'member')
  return (question: string, mode: 'grounded' | 'extractive' = 'grounded') =>
    api.stream({ body: { question, mode, max_citations: 12 }, headers })
}

test('the wording of the model is used if its sources support it', async () => {
  const ask = await member()
  respond = () => 'VBAK may not be used in this edition [1]. Take I_SALESDOCUMENT instead [1].'
  const answer = await ask('VBAK')
  assert.equal(answer.text, 'VBAK may not be used in this edition [1]. Take I_SALESDOCUMENT instead [1].')
  assert.deepEqual([answer.model, answer.done.grounded_share, answer.citations.length], ['small', 1, 1])
  assert.deepEqual(answer.done.usage, { tokens_in: 70, tokens_out: 9 })
  assert.equal(asked[0]!.authorization, 'Bearer key')
  assert.ok(asked[0]!.given.sources.every(({ n, text }) => n > 0 && text.length > 0))
})

test('a sentence with an invented name is dropped, and the facts remain those of the rules', async () => {
  const ask = await member()
  respond = () => `${'VBAK is notToBeReleased [1]. '.repeat(4)}VBAK was followed by CL_HALLUCINATED_ONE [1].`
  const answer = await ask('VBAK')
  assert.equal(answer.done.grounded_share, 0.8)
  assert.doesNotMatch(answer.text, /HALLUCINATED/)
})

const bad: [string, string][] = [
  ['invents names', 'VBAK is followed by I_NEVER_WAS [1]. It is in ZFOO_1 [1]. VBAK is notToBeReleased [1].'],
  ['sets a rating', 'VBAK is level A [1].'],
  ['cites nothing', 'VBAK is notToBeReleased.'],
  ['cites an unknown source', 'VBAK is notToBeReleased [99].'],
  ['invents a number', '4711 systems use VBAK [1].'],
]
for (const [what, text] of bad)
  test(`if the model ${what}, the sources are quoted instead`, async () => {
    const ask = await member()
    const extract = await ask('VBAK', 'extractive')
    respond = () => text
    const answer = await ask('VBAK')
    assert.equal(answer.text, extract.text)
    assert.deepEqual(
      answer.warnings.map(({ code }) => code),
      ['model_not_grounded'],
    )
    assert.deepEqual(answer.facts, extract.facts)
  })

/** Events of a stream as they arrive. */
async function* events(response: Response): AsyncGenerator<{ id: string; event: string; text: string }> {
  let rest = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    rest += part
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)/.exec(rest) ?? []
      rest = rest.slice(end + 2)
      if (id) yield { id, event: event!, text: JSON.parse(data!).text ?? '' }
    }
  }
}

test('each sentence of the model is sent once it is complete and checked, and again after an interruption', async () => {
  const tenant = await app.tenant()
  const held = Promise.withResolvers<ServerResponse>()
  const write = (response: ServerResponse, content: string) =>
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
  respond = () => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    setTimeout(() => write(response, 'VBAK may not be used in this edition [1]. Take'), 200)
    setTimeout(() => write(response, ' I_SALESDOCUMENT instead [1]. It'), 400)
    held.resolve(response)
  }
  const stream = await open(app, tenant, { question: 'VBAK' })
  const model = await held.promise
  const seen: string[] = []
  let answer_id = ''
  const reading = events(stream)
  for await (const { event, text } of reading) {
    if (event === 'token') seen.push(text)
    if (seen.length === 2) break
  }
  assert.deepEqual(seen, ['VBAK may not be used in this edition [1]. ', 'Take I_SALESDOCUMENT instead [1]. '])
  const { rows } = await sql<{ id: string }>`select id from casework.answers where tenant_id = ${tenant.id}`.execute(
    app.platform.db,
  )
  answer_id = rows[0]!.id
  // Another server first shows the stored events, then the rest.
  const elsewhere = await openCaseworkApp({ env: app.env })
  try {
    const again = events(await open(elsewhere, tenant, { question: 'VBAK', answer_id }))
    const there: string[] = []
    for await (const { event, text } of again) {
      if (event === 'token') there.push(text)
      if (there.length === 2) {
        write(model, ' is notToBeReleased [1].')
        model.end('data: [DONE]\n\n')
      }
    }
    assert.deepEqual(there, [...seen, 'It is notToBeReleased [1]. '])
  } finally {
    await elsewhere.close()
  }
})

test('an answer whose server died ends with the stored part and a warning', async () => {
  const tenant = await app.tenant()
  respond = () => 'VBAK may not be used in this edition [1]. Take I_SALESDOCUMENT instead [1].'
  const sent = []
  for await (const one of events(await open(app, tenant, { question: 'VBAK' }))) sent.push(one)
  const first = sent.findIndex(({ event }) => event === 'token') + 1
  await sql`update casework.answers set status = 'running', finished_at = null, created_at = now() - interval '2 minutes',
      events = (select jsonb_agg(e order by n) from jsonb_array_elements(events) with ordinality as t (e, n) where n <= ${first})
    where tenant_id = ${tenant.id}`.execute(app.platform.db)
  const { rows } = await sql<{ id: string }>`select id from casework.answers where tenant_id = ${tenant.id}`.execute(
    app.platform.db,
  )
  const rest = []
  for await (const one of events(await open(app, tenant, { question: 'VBAK', answer_id: rows[0]!.id }))) rest.push(one)
  assert.deepEqual(
    rest.map(({ event }) => event),
    [...sent.slice(0, first).map(({ event }) => event), 'warning', 'done'],
  )
})

test('if the model fails, the answer is composed without it; without evidence, the model is not called', async () => {
  const ask = await member()
  respond = () => 500
  const answer = await ask('VBAK')
  assert.deepEqual([answer.done.status, answer.warnings[0]?.code], ['complete', 'model_unavailable'])
  asked = []
  assert.equal((await ask('What replaces ZZ_NOT_THERE?')).done.status, 'insufficient_evidence')
  assert.deepEqual(asked, [])
})

test('the free plan allows two answers at a time', async () => {
  const ask = await member()
  const held: ServerResponse[] = []
  const both = Promise.withResolvers<void>()
  respond = () => (response) => {
    if (held.push(response) === 2) both.resolve()
  }
  const running = [ask('VBAK'), ask('MARA')]
  await both.promise
  await assert.rejects(
    ask('BSEG'),
    (error: { status?: number; code?: string }) => error.status === 429 && error.code === 'rate_limited',
  )
  for (const response of held) streamTo(response, 500)
  await Promise.all(running)
  respond = () => 500
  assert.equal((await ask('BSEG')).done.status, 'complete')
})
