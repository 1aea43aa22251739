// The contract as OpenAPI 3.1. TypeBox schemas are JSON Schema already, so this only walks the endpoints.
import type { TSchema } from 'typebox'
import {
  changesWhatIs,
  comparesVersions,
  type Endpoint,
  isPaged,
  isStoppedByArchive,
  paramNames,
  readsWorkspace,
  successStatus,
} from './endpoint.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { operationsOf, type Product } from './index.ts'
import { isMedia, type Media } from './media.ts'
import { nameOf, Problem } from './wire.ts'

type Json = Record<string, unknown>

/** One document for the given products; paths include each product's base. A server omits endpoints that it does not serve. */
export function openapi(
  products: readonly Product[],
  info: { title: string; version: string; description: string },
  isServed: (endpoint: Endpoint) => boolean = () => true,
): Json {
  const named: Named = { schemas: {}, origins: new Map() }
  const paths: Record<string, Json> = {}
  const toRef = (schema: TSchema): unknown => lift(schema, named)
  for (const product of products)
    for (const { name, endpoint } of operationsOf(product)) {
      if (!isServed(endpoint)) continue
      const path = product.base + endpoint.path
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(product, name, endpoint, toRef) }
    }
  toRef(Problem)
  return {
    openapi: '3.1.1',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: products.flatMap((product) =>
      Object.keys(product.slices).map((slice) => ({
        name: tagOf(product, slice),
        'x-displayName': products.length > 1 ? `${product.title}: ${spaced(slice)}` : capitalized(spaced(slice)),
      })),
    ),
    paths,
    components: { schemas: named.schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'veritrace_session',
    description: 'Session of the workspace. Methods that change data also need the header X-CSRF: 1.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token (JWT), personal access token (pat_…) or API key (vk_…).',
  },
}
const SCOPE_HEADERS = ['X-Tenant-ID', 'X-Workspace-ID', 'X-Context-ID']
/** Errors of any endpoint: a malformed request, an unreachable database, or a full disk. */
const ALWAYS: readonly ErrorCode[] = ['bad_request', 'unavailable', 'storage_full']
/** Errors of every endpoint with this kind of authentication. */
const COMMON: Record<Endpoint['spec']['auth'], readonly ErrorCode[]> = {
  public: ['rate_limited'],
  session: ['unauthenticated', 'invalid_token', 'tenant_mismatch', 'role_too_low', 'csrf_rejected', 'rate_limited'],
  bearer: [
    'missing_header',
    'unauthenticated',
    'invalid_token',
    'tenant_mismatch',
    'scope_denied',
    'role_too_low',
    'rate_limited',
  ],
  signature: ['invalid_signature', 'not_configured'],
}

const tagOf = (product: Product, slice: string): string => `${product.title}: ${slice}`
/** `profileFiles` becomes "profile files" for display. Links use the tag itself. */
const spaced = (slice: string): string =>
  slice
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^(?:api|iam|sparql)\b/, (word) => word.toUpperCase())
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function operation(product: Product, name: string, endpoint: Endpoint, toRef: (schema: TSchema) => unknown): Json {
  const { spec } = endpoint
  const parameters = parametersOf(product, endpoint, toRef)
  return {
    operationId: `${product.title.toLowerCase()}.${name}`,
    tags: [tagOf(product, name.split('.')[0]!)],
    summary: spec.summary,
    ...(spec.description && { description: spec.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body && { requestBody: { required: !spec.bodyOptional, content: bodyOf(endpoint, spec.body, toRef) } }),
    responses: { ...successes(endpoint, toRef), ...failures(endpoint) },
    security:
      spec.auth === 'session' ? [{ session: [] }, { bearer: [] }] : spec.auth === 'bearer' ? [{ bearer: [] }] : [],
  }
}

function parametersOf(product: Product, endpoint: Endpoint, toRef: (schema: TSchema) => unknown): Json[] {
  const { path, spec } = endpoint
  const query = spec.query ? Object.entries(spec.query.properties as Record<string, TSchema>) : []
  const required = new Set<string>((spec.query as { required?: string[] } | undefined)?.required)
  const hasDefault = (schema: TSchema) => 'default' in schema
  return [
    ...paramNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...query.map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.has(name) && !hasDefault(schema),
      schema: toRef(schema),
    })),
    ...(spec.auth === 'bearer' ? SCOPE_HEADERS : []).map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries({ ...(spec.auth === 'bearer' && product.headers), ...spec.headers }).map(([name, description]) =>
      header(name, description),
    ),
    ...(spec.gzip ? [header('Content-Encoding', '`gzip` if the body is compressed')] : []),
    ...(takesKey(endpoint)
      ? [header('Idempotency-Key', 'A repeated key and body returns the first response again')]
      : []),
    ...(comparesVersions(endpoint)
      ? [header('If-Match', 'ETag of the version you read; any other version gets 412')]
      : []),
    ...(changesWhatIs(endpoint) ? [header('Prefer', '`strict`: refuse a change without If-Match with 428')] : []),
  ]
}
const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

/** A signed message has its own id, by which its receiver recognizes repeats. */
const takesKey = ({ method, spec }: Endpoint): boolean => method === 'POST' && spec.auth !== 'signature'

function headersOf(endpoint: Endpoint): Json {
  const next = 'The next page (RFC 8288): `rel="next"`, relative to this URL'
  const headers = {
    ...(endpoint.spec.versioned && { ETag: { schema: { type: 'string' } } }),
    ...(isPaged(endpoint) && { Link: { description: next, schema: { type: 'string' } } }),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

function successes(endpoint: Endpoint, toRef: (schema: TSchema) => unknown): Json {
  const { spec } = endpoint
  const response = isMedia(spec.ok)
    ? { description: spec.ok.description, ...(spec.ok.media !== 'none' && { content: contentOf(spec.ok, toRef) }) }
    : {
        description: 'Success',
        content: { ...contentOf(spec.ok, toRef), ...(spec.file && contentOf(spec.file, toRef)) },
        ...headersOf(endpoint),
      }
  return { [successStatus(spec)]: response, ...(spec.alsoStatus && { [spec.alsoStatus]: response }) }
}

function failures(endpoint: Endpoint): Json {
  const { spec, path, method } = endpoint
  const codes = new Set<ErrorCode>([...COMMON[spec.auth], ...(spec.errors ?? []), ...ALWAYS])
  // A body of the wrong type is refused even if the operation ignores the body.
  if (method !== 'GET') codes.add('unsupported_media_type')
  if (takesKey(endpoint)) codes.add('idempotency_mismatch')
  if (changesWhatIs(endpoint)) codes.add('precondition_required')
  if (spec.may) codes.add('role_required')
  if (spec.people) codes.add('people_only')
  if (readsWorkspace(endpoint)) codes.add('workspace_not_found')
  if (isStoppedByArchive(endpoint)) codes.add('workspace_archived')
  if (spec.unmetered) codes.delete('rate_limited')
  if (spec.query || paramNames(path).length > 0) codes.add('invalid_query')
  if (spec.body) for (const code of ['malformed_json', 'invalid_body', 'body_too_large'] as const) codes.add(code)
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const entries = [...byStatus].map(([status, list]) => [
    status,
    { description: list.map((code) => `\`${code}\` ${ERRORS[code].title}`).join('; '), content },
  ])
  return Object.fromEntries(entries)
}

function bodyOf({ method, spec }: Endpoint, body: TSchema | Media, toRef: (schema: TSchema) => unknown): Json {
  const lines = { 'application/x-ndjson': { schema: { type: 'string', description: 'One item per line' } } }
  const merge = !isMedia(body) && method === 'PATCH' && { 'application/merge-patch+json': { schema: toRef(body) } }
  return { ...contentOf(body, toRef), ...merge, ...(spec.lines && lines) }
}

function contentOf(value: TSchema | Media, toRef: (schema: TSchema) => unknown): Json {
  if (!isMedia(value)) return { 'application/json': { schema: toRef(value) } }
  // JSON that is passed through unchanged is JSON, not a string that contains it.
  const schemaOf = (type: string): Json => (/[/+]json$/.test(type) ? {} : { type: 'string' })
  return Object.fromEntries(value.contentTypes.map((type) => [type, { schema: schemaOf(type) }]))
}

interface Named {
  schemas: Json
  /** The schemas that were collected or compared, by name. */
  origins: Map<string, Set<object>>
}

/** Replaces every named schema with a reference and collects it under components. */
function lift(schema: unknown, named: Named): unknown {
  if (Array.isArray(schema)) return schema.map((item) => lift(item, named))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = nameOf(schema as TSchema)
  if (name) collect(name, schema, named)
  return name ? { $ref: `#/components/schemas/${name}` } : liftParts(schema, named)
}

/** A second, different schema of the same name would describe only one of the two. */
function collect(name: string, schema: object, named: Named): void {
  const { schemas, origins } = named
  const known = origins.get(name)
  if (known?.has(schema)) return
  origins.set(name, (known ?? new Set()).add(schema))
  // Its place comes before those of its parts.
  if (!known) schemas[name] = {}
  const lifted = liftParts(schema, named)
  if (!known) schemas[name] = lifted
  else if (JSON.stringify(schemas[name]) !== JSON.stringify(lifted))
    throw new Error(`Two different schemas are named ${name}. Give one of them another name.`)
}

const liftParts = (schema: object, named: Named): Json =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, lift(value, named)]))
