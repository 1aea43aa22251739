// Generates valid and hostile requests from an operation of an OpenAPI document.
import fc from 'fast-check'
import { HOSTILE_TEXT, HOSTILE_VALUE, type Schema, type Source, valueFor } from './values.ts'

type Content = Record<string, { schema: Schema }>
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}
export interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A request as it is sent. */
export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** Requests to the operation: valid ones, or with a hostile source also invalid ones. */
export function requestFor(method: string, path: string, operation: Operation, source: Source): fc.Arbitrary<Sent> {
  const within = (place: Parameter['in']) => (operation.parameters ?? []).filter((parameter) => parameter.in === place)
  const segments = within('path').map(({ name, schema }) => {
    const collection = path.slice(0, path.indexOf(`/{${name}}`))
    return [name, segmentFor(schema, source, source.known(name, collection))] as const
  })
  const query = within('query').map(({ name, schema, required }) => {
    const text = valueFor(schema, source, name).map(asText)
    return [name, required ? text : fc.option(text, { nil: undefined, freq: 2 })] as const
  })
  return fc
    .record({
      segments: fc.record(Object.fromEntries(segments)),
      query: fc.record(Object.fromEntries(query)),
      extra: source.hostile ? rarely({}, fc.dictionary(HOSTILE_TEXT, HOSTILE_TEXT, { maxKeys: 2 })) : fc.constant({}),
      headers: source.hostile ? rarely({}, headersFor(within('header'))) : fc.constant({}),
      body: bodyFor(operation.requestBody?.content ?? {}, source),
    })
    .map(({ segments, query, extra, headers, body }) => {
      const pairs = Object.entries<string | undefined>({ ...query, ...extra }).filter(([, text]) => text !== undefined)
      const search = pairs.map(([name, text]) => `${escaped(name)}=${escaped(text!)}`).join('&')
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => segments[name]!)
      return {
        method,
        path: search ? `${filled}?${search}` : filled,
        headers: { ...body.headers, ...headers },
        body: body.body,
      }
    })
}

/**
 * Headers that trigger the other responses of an operation: other media types, conditional requests and idempotency
 * keys. Random requests seldom find these.
 */
export function headersToTry({ paths }: OpenApi, method: string, operation: Operation): Record<string, string>[] {
  const takes = (name: string) => (operation.parameters ?? []).some((parameter) => parameter.name === name)
  return [
    ...(method === 'GET' ? [{ accept: [...typesOf(paths), 'application/json;q=0.1'].join(', ') }] : []),
    ...(takes('Idempotency-Key') ? ['no é', 'one', 'one'].map((key) => ({ 'idempotency-key': key })) : []),
    ...(takes('If-Match') ? ['none', '"1"'].map((tag) => ({ 'if-match': tag })) : []),
    ...(takes('X-Context-ID') ? [{ 'x-context-id': 'no, context' }, { 'x-graph-scope': 'nothing' }] : []),
  ]
}

/** All response types except JSON and event streams, which do not end. */
const typesOf = (paths: OpenApi['paths']): string[] => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const answers = operations.flatMap(({ responses }) => Object.values(responses))
  const types = answers.flatMap(({ content }) => Object.keys(content ?? {}))
  return [...new Set(types)].filter((type) => !/^(application\/(problem\+)?json|text\/event-stream)$/.test(type)).sort()
}

/**
 * Some that no library would send: invalid escapes and path traversal. None contains a slash, so the route stays the
 * same.
 */
const RAW_SEGMENTS = ['%', '%zz', '%00', '%C0%AF', '%ED%A0%80', '%2e%2e%2f', '..', '.', '%252e', ';', '*', ':slug', "'"]

function segmentFor(schema: Schema, source: Source, known: readonly string[]): fc.Arbitrary<string> {
  const fitting = valueFor(schema, source).map((value) => escaped(asText(value)) || '-')
  const existing = known.length > 0 ? fc.constantFrom(...known).map(escaped) : fitting
  if (!source.hostile) return fc.oneof({ weight: 6, arbitrary: existing }, { weight: 1, arbitrary: fitting })
  const strange = fc.oneof(
    HOSTILE_TEXT.map((text) => escaped(text) || '-'),
    fc.constantFrom(...RAW_SEGMENTS),
  )
  return fc.oneof({ weight: 2, arbitrary: existing }, { weight: 1, arbitrary: strange })
}

const rarely = <T>(usual: T, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare })

const HOSTILE_HEADER = fc.constantFrom(
  '',
  '*',
  '"1"',
  'W/"3"',
  '"99999999999999999999"',
  '-1',
  '1',
  "'",
  'é',
  'x'.repeat(300),
)
const COMMON_HEADERS = ['last-event-id', 'if-none-match', 'x-request-id', 'x-workspace-id', 'origin']
const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/jsonx',
  'a',
  '/',
]

function headersFor(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const names = [...parameters.map(({ name }) => name.toLowerCase()), ...COMMON_HEADERS]
  const one = fc.tuple(fc.constantFrom(...names), HOSTILE_HEADER)
  const type = fc.tuple(fc.constant('content-type'), fc.constantFrom(...CONTENT_TYPES))
  return fc
    .oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: type })
    .map((pair) => Object.fromEntries([pair]))
}

type Body = Pick<Sent, 'headers' | 'body'>
const RAW_BODIES = [
  ...['', ' ', '{', '[]', 'null', '"x"', '1e999', '{}{}', '{"a":1,}', '\ufeff{}', "{'a':1}", '['.repeat(10_000)],
  ...['{"__proto__":{}}', '{"slug":"a","slug":"b"}', '{"display_name":"\\u0000","slug":"nul"}', '{"slug":"\\ud800"}'],
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
]

function bodyFor(content: Content, source: Source): fc.Arbitrary<Body> {
  const none = fc.constant<Body>({ headers: {} })
  const kinds = Object.entries(content)
  if (kinds.length === 0) return none
  return fc.oneof(...kinds.map(([type, { schema }]) => bodyOf(type, schema, source, none)))
}

function bodyOf(type: string, schema: Schema, source: Source, none: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  const as = (body: string | Buffer): Body => ({ headers: { 'content-type': type }, body })
  const isJson = type === 'application/json'
  const fitting = valueFor(schema, source).map((value) => as(isJson ? JSON.stringify(value) : asText(value)))
  if (!source.hostile) return fitting
  const strange = HOSTILE_VALUE.map((value) => as(JSON.stringify(value)))
  const raw = fc.constantFrom(...RAW_BODIES).map(as)
  const rare = [strange, raw, none].map((arbitrary) => ({ weight: 1, arbitrary }))
  return fc.oneof<fc.MaybeWeightedArbitrary<Body>[]>({ weight: 8, arbitrary: fitting }, ...rare)
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** encodeURIComponent throws for an unpaired surrogate; here it becomes the bytes that a careless client would send. */
const escaped = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')
