import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openLog } from '../log.ts'
import { openTracing, readHeaders, readTraceparent } from './tracing.ts'

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Received {
  headers: IncomingHttpHeaders
  url: string | undefined
  body: {
    resourceSpans: { resource: { attributes: OtlpSpan['attributes'] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
  }
}

async function withCollector(
  work: (endpoint: string, received: Received[]) => Promise<void>,
  status = 200,
): Promise<void> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, url: request.url, body: JSON.parse(await text(request)) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, received)
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

const silent = openLog('silent')
const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('every request becomes one span at the collector when tracing closes', () =>
  withCollector(async (endpoint, received) => {
    const telemetry = { endpoint, serviceName: 'veritrace-test', headers: 'authorization=Bearer%20abc' }
    const tracing = (await openTracing(telemetry, silent))!
    tracing
      .startRequest('GET', { traceparent: PARENT })
      .end({ route: '/vendors/:slug', status: 200, tenant: 'tenant_acme', requestId: 'r-1' })
    tracing.startRequest('POST', { traceparent: 'nonsense' }).end({ route: '/x', status: 503, requestId: 'r-2' })
    await tracing.close()
    assert.equal(received.length, 1)
    const [{ headers, url, body }] = received as [Received]
    assert.deepEqual([url, headers.authorization], ['/v1/traces', 'Bearer abc'])
    const [{ resource, scopeSpans }] = body.resourceSpans as [Received['body']['resourceSpans'][0]]
    assert.deepEqual(resource.attributes[0], { key: 'service.name', value: { stringValue: 'veritrace-test' } })
    const [first, second] = scopeSpans.flatMap(({ spans }) => spans) as [OtlpSpan, OtlpSpan]
    assert.deepEqual(
      [first.name, first.kind, first.traceId, first.parentSpanId, first.status.code],
      ['GET /vendors/:slug', 2, '0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331', 0],
    )
    assert.deepEqual([second.name, second.status.code, second.parentSpanId], ['POST /x', 2, undefined])
    const attributes = Object.fromEntries(first.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
    assert.equal(attributes['http.response.status_code'], 200)
    assert.match(String(attributes['veritrace.tenant']), /^[0-9a-f]{16}$/)
    assert.ok(!JSON.stringify(body).includes('tenant_acme'))
  }))

test('a request whose caller opted out of tracing is not recorded', () =>
  withCollector(async (endpoint, received) => {
    const tracing = (await openTracing({ endpoint, serviceName: 'x', headers: undefined }, silent))!
    const traceparent = PARENT.replace(/01$/, '00')
    tracing.startRequest('GET', { traceparent }).end({ route: '/x', status: 200, requestId: 'r' })
    await tracing.close()
    assert.deepEqual(received, [])
  }))

test('a collector that rejects spans causes only a log line', () =>
  withCollector(async (endpoint, received) => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const telemetry = { endpoint, serviceName: 'x', headers: undefined }
    const tracing = (await openTracing(telemetry, openLog('warn', destination)))!
    tracing.startRequest('GET', {}).end({ route: '/x', status: 200, requestId: 'r' })
    await tracing.close()
    assert.equal(received.length, 1)
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, /traces could not be sent/)
  }, 400))

test('without a collector OpenTelemetry is not loaded', async () => {
  const script = `
    const { openTracing } = await import(${JSON.stringify(new URL('./tracing.ts', import.meta.url).href)})
    const tracing = await openTracing({ endpoint: undefined, serviceName: 'x', headers: undefined }, {})
    const { createRequire } = await import('node:module')
    const loaded = Object.keys(createRequire('/').cache).filter((path) => path.includes('opentelemetry'))
    process.stdout.write(JSON.stringify([tracing === undefined, loaded]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  assert.deepEqual(JSON.parse(stdout), [true, []])
})

test('a traceparent is used only if it is well-formed', () => {
  const good = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 }
  const cases: [unknown, object | undefined][] = [
    [PARENT, good],
    [PARENT.replace(/^00/, 'cc'), good],
    [`${PARENT.replace(/^00/, 'cc')}-later`, good],
    [`${PARENT}-later`, undefined],
    [PARENT.replace(/^00/, 'ff'), undefined],
    [PARENT.toUpperCase(), undefined],
    [PARENT.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)), undefined],
    [PARENT.replace('b7ad6b7169203331', '0'.repeat(16)), undefined],
    ['', undefined],
    [undefined, undefined],
    [[PARENT, PARENT], undefined],
  ]
  for (const [header, expected] of cases) assert.deepEqual(readTraceparent(header), expected, String(header))
})

test('headers for the collector are parsed as the specification defines them', () => {
  assert.deepEqual(readHeaders('a=1, b=x%2Cy==,,=z,c'), { a: '1', b: 'x,y==' })
  assert.deepEqual(readHeaders(undefined), {})
})
