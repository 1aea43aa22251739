// The API as data: each endpoint has a request line, its schemas, and its errors.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Media } from './media.ts'

export { Type as t }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Line = `${Method} /${string}`

/** Roles of a member in a tenant, from least to most privileged. */
export const ROLES = ['viewer', 'reviewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export interface Spec {
  summary: string
  description?: string
  /**
   * public: anyone. session: a workspace session, or a bearer token of the same tenant.
   * bearer: a token with the four scope headers. signature: the sender signs the body.
   */
  auth: 'public' | 'session' | 'bearer' | 'signature'
  /** The lowest role that may call it. Default: viewer. */
  role?: Role
  /** The product-specific roles that may call it. Default: every member. */
  may?: readonly string[]
  /** Only people can call it: keys, personal tokens and clients owned by members are refused, whatever their role. */
  people?: true
  /** A read-only call that is not a GET because its query is too long for a URL. */
  asks?: true
  /** It also works in an archived workspace, because it changes access or cancels work. */
  whileArchived?: true
  /** The error for a call without valid credentials, if the specification requires another one than 401. */
  unresolved?: ErrorCode
  /** Only operators of the platform may call it. */
  operator?: true
  /** Optional request headers with their effect. */
  headers?: Readonly<Record<string, string>>
  query?: TObject
  body?: TSchema | Media
  /** The body may be left out. */
  bodyOptional?: true
  ok: TSchema | Media
  /** The same content as a file or an event stream, for callers that accept it; handlers return it in that form. */
  file?: Media
  status?: 200 | 201 | 202 | 204
  /** An additional success status, for example 200 if the resource already existed. */
  alsoStatus?: 200 | 201
  errors?: readonly ErrorCode[]
  /** The response has a `version`: it becomes the ETag, and writes honor If-Match. */
  versioned?: true
  /** Neither rate limited nor metered, so that it also answers without a database. Its handler must be cheap. */
  unmetered?: true
  /** The last path parameter matches the rest of the path, including slashes. */
  restOfPath?: true
  /** A JSON body may also be sent as application/x-ndjson: each line is an item of this field. The handler gets the invalid lines. */
  lines?: string
  /** A binary body may be sent with Content-Encoding: gzip; `maxBytes` limits the decompressed size. */
  gzip?: true
  /** Largest body in bytes. Default: 1 MiB. */
  maxBytes?: number
}

export interface Endpoint<L extends Line = Line, S extends Spec = Spec> {
  readonly line: L
  readonly method: Method
  readonly path: string
  readonly spec: S
}

/** Defines one public endpoint: `endpoint('GET /vendors/{slug}', { … })`. */
export function endpoint<const L extends Line, const S extends Spec>(line: L, spec: S): Endpoint<L, S> {
  const [method, path] = line.split(' ') as [Method, string]
  return { line, method, path, spec }
}

/** Whether it checks If-Match before it writes. */
export const comparesVersions = ({ spec }: Endpoint): boolean => spec.errors?.includes('stale_version') ?? false

/** Whether it only changes resources that already exist, so that callers can have read them before. */
export const changesWhatIs = (endpoint: Endpoint): boolean => comparesVersions(endpoint) && endpoint.method !== 'PUT'

/** Whether it works in the workspace named by X-Workspace-ID; other operations ignore that header. */
export const readsWorkspace = ({ spec }: Endpoint): boolean =>
  spec.auth === 'bearer' || 'X-Workspace-ID' in (spec.headers ?? {})

/** Whether it can change data. Non-GET calls that viewers may make are queries. */
export const mayChange = ({ method, spec }: Endpoint): boolean =>
  method !== 'GET' && !spec.asks && (spec.may !== undefined || (spec.role ?? 'viewer') !== 'viewer')

/** Whether it is refused in an archived workspace. */
export const isStoppedByArchive = (endpoint: Endpoint): boolean =>
  readsWorkspace(endpoint) && mayChange(endpoint) && !endpoint.spec.whileArchived

/** Whether it returns a page of a list. */
export const isPaged = ({ method, spec }: Endpoint): boolean => method === 'GET' && 'cursor' in propertiesOf(spec.query)

/** The properties of an object schema; empty for any other schema. */
export const propertiesOf = (schema: unknown): object =>
  (schema as { properties?: object } | undefined)?.properties ?? {}

/** The endpoints of one slice, by name. */
export type Resource = Record<string, Endpoint>

type ParamName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never
// Check Media first: the compiler accepts any object as a TSchema.
type Shape<T> = T extends Media<infer Value> ? Value : T extends TSchema ? Static<T> : undefined
type SpecOf<E> = E extends Endpoint<Line, infer S> ? S : never

export type Params<E> = E extends Endpoint<infer L, Spec> ? { [K in ParamName<L>]: string } : never
export type Query<E> = SpecOf<E>['query'] extends TSchema ? Static<SpecOf<E>['query']> : Record<never, never>
export type Body<E> = Shape<SpecOf<E>['body']>
export type Ok<E> = Shape<SpecOf<E>['ok']>
export type File<E> = Shape<SpecOf<E>['file']>
export type AuthOf<E> = SpecOf<E>['auth']

export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!)
export const successStatus = (spec: Spec): number => spec.status ?? 200
