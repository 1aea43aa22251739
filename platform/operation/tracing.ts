// OpenTelemetry traces, with one span per request. Without a collector the library is not even loaded.
import { createHash } from 'node:crypto'
import type { Context, Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'

export interface RequestEnd {
  /** The route pattern, not the URL, which may contain private data. */
  route: string
  status: number
  tenant?: string
  requestId: string
}
export interface RequestSpan {
  end(outcome: RequestEnd): void
}
export interface Tracing {
  /** `traceparent` and `tracestate` as the caller sent them. */
  startRequest(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): RequestSpan
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export async function openTracing(telemetry: Config['telemetry'], log: Log): Promise<Tracing | undefined> {
  if (!telemetry.endpoint) return undefined
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const headers = readHeaders(telemetry.headers)
  const exporter = new OTLPTraceExporter({ url: `${telemetry.endpoint}/v1/traces`, headers, timeoutMillis: 5_000 })
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': telemetry.serviceName }),
    spanProcessors: [new sdk.BatchSpanProcessor(sayingWhenItFails(exporter, log))],
  })
  const tracer = provider.getTracer('veritrace')

  const parentOf = (traceparent: unknown, tracestate: unknown): Context => {
    const parent = readTraceparent(traceparent)
    if (!parent) return api.ROOT_CONTEXT
    const traceState = typeof tracestate === 'string' ? api.createTraceState(tracestate) : undefined
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true, ...(traceState && { traceState }) })
  }
  const finish = (span: Span, method: string, { route, status, tenant, requestId }: RequestEnd): void => {
    span.updateName(`${method} ${route}`)
    span.setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'veritrace.request_id': requestId,
      ...(tenant && { 'veritrace.tenant': hashOf(tenant) }),
    })
    if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end()
  }
  return {
    startRequest(method, given) {
      const parent = parentOf(given.traceparent, given.tracestate)
      const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER }, parent)
      return { end: (outcome) => finish(span, method, outcome) }
    },
    // Failures have been logged; the process must still be able to stop.
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** `key=value,key=value` with percent-encoded values, as the OpenTelemetry specification defines it. */
export function readHeaders(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').map((pair) => pair.split('='))
  return Object.fromEntries(
    pairs
      .filter(([name, ...value]) => name?.trim() && value.length > 0)
      .map(([name, ...value]) => [name!.trim(), decodeURIComponent(value.join('=').trim())]),
  )
}

/** W3C Trace Context §3.2; a malformed header is ignored. */
export function readTraceparent(header: unknown): { traceId: string; spanId: string; traceFlags: number } | undefined {
  if (typeof header !== 'string') return undefined
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header.trim())
  if (!match) return undefined
  const [, version, traceId, spanId, flags, more] = match
  if (version === 'ff' || (version === '00' && more)) return undefined
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return undefined
  return { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & 1 }
}

/** A hash does not reveal the tenant, but shows which spans belong to the same one. */
const hashOf = (tenant: string): string => createHash('sha256').update(tenant).digest('hex').slice(0, 16)

/** The SDK does not report a failing collector, so log that at most once a minute. */
function sayingWhenItFails(exporter: SpanExporter, log: Log): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - toldAt > 60_000) {
          toldAt = performance.now()
          log.warn({ err: result.error, spans: spans.length }, 'traces could not be sent')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
