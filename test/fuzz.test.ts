// Whatever is sent, the answer is one that the API describes. Driven by the document that the server itself hands out.
import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { ERRORS } from '@veritrace/contract/errors'
import { systemCaller } from '@veritrace/platform/identity/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { findUserByEmail } from '@veritrace/platform/identity/users/users'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { DEMO_ACCOUNT, seedDemo } from '../apps/server/demo.ts'
import type { Server } from '../apps/server/start.ts'
import { openKnown } from './fuzz/known.ts'
import { type OpenApi, type Operation, requestFor, type Sent } from './fuzz/requests.ts'
import type { Schema } from './fuzz/values.ts'
import { strictServer } from './own-server.ts'

const SEED = 42
/** For all operations together, so that the test stays as short as it is when there are more of them. */
const REQUESTS = 1_000
const FEWEST = 2
const SLOWEST_MS = 30_000

interface Answer {
  status: number
  type: string
  text: string
  ms: number
}

test('no request makes the server stumble', async (t) => {
  const server = await strictServer()
  const headers = await headersOf(server)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
  const operations = operationsOf(document)
  const runs = Math.max(FEWEST, Math.floor(REQUESTS / operations.length / 2))
  const resolve = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!
  const check = checker(document)
  const known = openKnown()
  const succeeded = new Set<Operation>()

  for (const { method, path, operation } of operations)
    await t.test(`${method} ${path}`, async () => {
      for (const hostile of [false, true]) {
        const source = { resolve, known: known.take(), hostile }
        const property = fc.asyncProperty(requestFor(method, path, operation, source), async (sent) => {
          const answer = await exchange(agent, server.url, { ...sent, headers: { ...headers, ...sent.headers } })
          check(operation, answer)
          if (answer.status < 300) succeeded.add(operation)
          if (answer.status < 300 && isJson(answer)) known.add(path, JSON.parse(answer.text))
        })
        // The same request again would say nothing new.
        await fc.assert(property, { seed: SEED, numRuns: runs, plugins: [fc.ignoreEqualValues()] })
      }
    })
  // Otherwise little would be known about what success looks like.
  assert.ok(succeeded.size > operations.length / 3, `only ${succeeded.size} operations succeeded`)
})

test('headers that are too large are refused like everything else, and an address may hold a long query', async () => {
  const { url } = await strictServer()
  const long = 'x'.repeat(20_000)
  const refused = await fetch(url, { headers: { 'x-long': long } })
  assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/)
  const { status, code } = (await refused.json()) as { status: number; code: string }
  assert.deepEqual([refused.status, status, code], [431, 431, 'headers_too_large'])
  assert.equal((await fetch(`${url}/?${long}`)).status, 200)
})

/** The owner of the demo's company, which has something of everything; also an operator of the platform. */
async function headersOf({ platform }: Server): Promise<Record<string, string>> {
  await seedDemo(platform)
  const demo = await ensureTenant(platform.db, { id: 'demo', displayName: 'Demo' })
  const { id, displayName } = (await findUserByEmail(platform.db, DEMO_ACCOUNT.email))!
  const owner = { ...systemCaller(demo.id, demo.customer_id), actor: { type: 'user' as const, id, label: displayName } }
  const { secret } = await platform.identity.keys.create(owner, { name: 'fuzz', kind: 'pat' })
  const scope = { 'x-tenant-id': demo.id, 'x-workspace-id': demo.id, 'x-context-id': 'default' }
  return { authorization: `Bearer ${secret}`, ...scope }
}

/** With its workspace the caller itself is gone. */
const ENDS_ALL = /\/app\/customer$/

/** Reading comes first: it finds the names that the others then use. */
function operationsOf({ paths }: OpenApi) {
  const order = ['get', 'post', 'put', 'patch', 'delete']
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const rank = ({ method, path }: { method: string; path: string }) =>
    order.indexOf(method.toLowerCase()) * 10 + path.split('{').length + (ENDS_ALL.test(path) ? 100 : 0)
  return all.toSorted((a, b) => rank(a) - rank(b))
}

function exchange(agent: Agent, url: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const { port } = new URL(url)
  const started = performance.now()
  return new Promise((done, broken) => {
    const going = request({ host: '127.0.0.1', port, agent, method, path, headers })
    const read = async (response: IncomingMessage): Promise<Answer> => {
      const type = response.headers['content-type'] ?? ''
      // A stream of events has no end to wait for.
      if (type.startsWith('text/event-stream')) response.destroy()
      const text = response.destroyed ? '' : Buffer.concat(await response.toArray()).toString()
      return { status: response.statusCode!, type, text, ms: performance.now() - started }
    }
    going.once('error', broken)
    going.once('response', (response) => void read(response).then(done, broken))
    going.end(body)
  })
}

const isJson = ({ type }: Answer): boolean => type.startsWith('application/json')

/** Traces of the inside: stacks, files, statements, the database's own words. */
const INSIDE =
  /\n +at |node_modules|\.ts:\d|file:\/\/|\b(select .+ from|insert into|update .+ set) |syntax error at|violates|relation "|\bpg_(?:catalog|class|stat|toast|type)/i
/** Answers that belong to HTTP and to headers, and which any operation may give. */
const ANYWHERE = ['bad_request', 'route_not_found', 'unsupported_media_type', 'stale_version', 'idempotency_mismatch']
/** Parts that the server under test does without, and says so. */
const NOT_HERE = ['not_configured', 'billing_not_configured']

function checker({ components }: OpenApi) {
  // Each schema is used a few times only: making its check faster would take longer than it saves.
  const ajv = new Ajv({ strict: false, code: { optimize: false } })
  const addFormats = formats as unknown as (ajv: Ajv) => void
  addFormats(ajv)
  // Once for all answers: what one schema means by another is compiled when it is first met.
  ajv.addSchema({ $id: 'api', components })
  const compiled = new Map<Schema, ValidateFunction>()
  const compile = (schema: Schema): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')))
  const fits = (schema: Schema): ValidateFunction => {
    const check = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, check)
    return check
  }
  return ({ responses }: Operation, answer: Answer): void => {
    const { status, type, text, ms } = answer
    const said = `${status} ${text.slice(0, 500)}`
    assert.ok(status < 500 || NOT_HERE.some((code) => text.includes(`"code":"${code}"`)), said)
    assert.ok(ms < SLOWEST_MS, `${ms} ms: ${said}`)
    assert.doesNotMatch(text, INSIDE)
    if (status >= 400) checkProblem(responses, answer, said)
    if (status >= 300) return
    const content = responses[status]?.content
    const described = content?.[type.split(';')[0]!]
    assert.ok(responses[status] && Boolean(content) === Boolean(described), `not described: ${type} ${said}`)
    if (!described) assert.equal(text, '')
    // A file that happens to be JSON has no schema.
    if (!described || !isJson(answer) || described.schema.type === 'string') return
    const check = fits(described.schema)
    assert.ok(check(JSON.parse(text)), `${ajv.errorsText(check.errors)}: ${said}`)
  }
}

function checkProblem(responses: Operation['responses'], { status, type, text }: Answer, said: string): void {
  assert.match(type, /^application\/problem\+json/, said)
  const problem = JSON.parse(text) as { code: keyof typeof ERRORS; status: number }
  assert.deepEqual([problem.status, ERRORS[problem.code]?.status], [status, status], said)
  const told = responses[status]?.description.includes(`\`${problem.code}\``)
  assert.ok(told || ANYWHERE.includes(problem.code), `${problem.code} is not described: ${said}`)
}
