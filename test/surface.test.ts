// The specification, the contract and the running server have the same operations.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contract, operationsOf, type Product } from '@veritrace/contract'
import type { OpenApi } from './fuzz/requests.ts'
import { openServer, strictServer } from './own-server.ts'

const lines = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

/** Method and complete path, such as `GET /graph/health`. */
const specified = lines('./endpoints.tsv')
  .slice(1)
  .map((line) => {
    const [, method, path] = line.split('\t') as [string, string, string]
    return `${method} ${path.replace('{graph_url}', contract.graph.base)}`
  })
const notBuilt = lines('./not-built.txt')
const beyond = lines('./beyond.txt')
const contracted = (Object.values(contract) as Product[]).flatMap((product) =>
  operationsOf(product).map(({ endpoint }) => `${endpoint.method} ${product.base}${endpoint.path}`),
)

/** Pages for people under the path of a product, which are not operations. */
const PAGES = ['GET /graph/console']

test('the specification has its 189 operations', () => {
  assert.equal(new Set(specified).size, 189)
})

test('unbuilt operations are specified, and are not in the contract', () => {
  assert.deepEqual(
    notBuilt.filter((line) => !specified.includes(line)),
    [],
  )
  assert.deepEqual(
    notBuilt.filter((line) => contracted.includes(line)),
    [],
  )
})

test('additional operations are not in the specification', () => {
  assert.deepEqual(
    beyond.filter((line) => specified.includes(line)),
    [],
  )
})

test('the contract is the specification without the unbuilt operations, plus the additional ones', () => {
  const expected = [...specified.filter((line) => !notBuilt.includes(line)), ...beyond]
  assert.deepEqual(contracted.toSorted(), expected.toSorted())
})

test('the running server routes exactly the contract', async () => {
  const { routes } = await strictServer()
  const bases = Object.values(contract).map((product) => `${product.base}/`)
  const served = routes.filter(({ method, path }) => method !== 'HEAD' && bases.some((base) => path.startsWith(base)))
  const lines = served.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(lines.toSorted(), [...contracted, ...PAGES].toSorted())
})

test('the document of a server in production names exactly what it serves', async (t) => {
  const server = await openServer({ NODE_ENV: 'production' })
  t.after(() => server.close())
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const bases = Object.values(contract).map(({ base }) => `${base}/`)
  const served = server.routes.filter(
    ({ method, path }) => method !== 'HEAD' && bases.some((base) => path.startsWith(base)),
  )
  const lines = served.map(({ method, path }) => `${method} ${path}`).filter((line) => !PAGES.includes(line))
  assert.deepEqual(told.toSorted(), lines.toSorted())
  assert.deepEqual(
    contracted.filter((line) => !told.includes(line)),
    ['POST /api/provenance/v1/webhooks/test', 'POST /api/provenance/v1/usage'],
  )
})
