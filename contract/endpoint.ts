// The API as data: one endpoint is one line, its schemas and the ways it can fail.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Media } from './media.ts'

export { Type as t }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Line = `${Method} /${string}`

/** Roles of a member in a tenant, from the least to the most. */
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
  /** The least role that may call it; viewer where nothing is said. */
  role?: Role
  /** The product's own roles that may call it; every member where nothing is said. */
  may?: readonly string[]
  /** Only people can call it: keys, personal tokens and clients owned by members are refused, whatever their role. */
  people?: true
  /** It changes nothing, though it is not a GET: it is a question with a long text. */
  asks?: true
  /** It also works in an archived workspace: it decides who may see it, or ends work there. */
  whileArchived?: true
  /** What a call without valid credentials is answered instead of 401, where the specification says so. */
  unresolved?: ErrorCode
  /** Only operators of the platform may call it. */
  operator?: true
  /** Headers that the endpoint reads where they are there, with what they do. */
  headers?: Readonly<Record<string, string>>
  query?: TObject
  body?: TSchema | Media
  /** The body may be left out. */
  bodyOptional?: true
  ok: TSchema | Media
  /** The same as a file or as a stream of events, where the caller asks for one: handlers answer it as such. */
  file?: Media
  status?: 200 | 201 | 202 | 204
  /** A further success status, for example 200 for what was known already. */
  alsoStatus?: 200 | 201
  errors?: readonly ErrorCode[]
  /** The answer has a `version`: it becomes the ETag, and writes honour If-Match. */
  versioned?: true
  /** Neither limited nor counted, so that it is answered without the database too. Its handler must be cheap to ask. */
  unmetered?: true
  /** The last parameter of the path is all that is left of it, slashes included. */
  restOfPath?: true
  /** A body of JSON may also come as application/x-ndjson: its lines are the items of this field, and the handler sees which cannot be read. */
  lines?: string
  /** A body of bytes may come with Content-Encoding: gzip; `maxBytes` counts what comes out of it. */
  gzip?: true
  /** Largest body in bytes; 1 MiB where nothing is said. */
  maxBytes?: number
}

export interface Endpoint<L extends Line = Line, S extends Spec = Spec> {
  readonly line: L
  readonly method: Method
  readonly path: string
  readonly spec: S
}

/** One endpoint of the public surface: `endpoint('GET /vendors/{slug}', { … })`. */
export function endpoint<const L extends Line, const S extends Spec>(line: L, spec: S): Endpoint<L, S> {
  const [method, path] = line.split(' ') as [Method, string]
  return { line, method, path, spec }
}

/** Whether it looks at If-Match before it writes. */
export const comparesVersions = ({ spec }: Endpoint): boolean => spec.errors?.includes('stale_version') ?? false

/** Whether it changes only what is there already, so that its caller can have read it. */
export const changesWhatIs = (endpoint: Endpoint): boolean => comparesVersions(endpoint) && endpoint.method !== 'PUT'

/** Whether it is about the workspace that X-Workspace-ID names; other operations do not look at that header. */
export const readsWorkspace = ({ spec }: Endpoint): boolean =>
  spec.auth === 'bearer' || 'X-Workspace-ID' in (spec.headers ?? {})

/** Whether it may change something: what even a viewer may send is a question with a long text. */
export const mayChange = ({ method, spec }: Endpoint): boolean =>
  method !== 'GET' && !spec.asks && (spec.may !== undefined || (spec.role ?? 'viewer') !== 'viewer')

/** Whether an archived workspace refuses it. */
export const isStoppedByArchive = (endpoint: Endpoint): boolean =>
  readsWorkspace(endpoint) && mayChange(endpoint) && !endpoint.spec.whileArchived

/** Whether it answers page by page. */
export const isPaged = ({ method, spec }: Endpoint): boolean => method === 'GET' && 'cursor' in propertiesOf(spec.query)

/** Of an object's schema; none of anything else. */
export const propertiesOf = (schema: unknown): object =>
  (schema as { properties?: object } | undefined)?.properties ?? {}

/** The endpoints of one slice, by name. */
export type Resource = Record<string, Endpoint>

type ParamName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never
// Media first: every object is a TSchema to the compiler.
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
