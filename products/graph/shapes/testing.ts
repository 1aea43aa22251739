// A tenant with shapes, for tests.
import type { Role } from '@veritrace/contract/endpoint'
import { type ShapePatch, shapes, type ValidationReport } from '@veritrace/contract/graph/shapes'
import type { TestApp } from '@veritrace/platform/testing/app'

const PREFIXES = `@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://e.test/> .
`
/** The Turtle text after four lines of prefixes. */
export const turtle = (text: string): string => PREFIXES + text

/** Requires exactly one name for every person. */
export const PERSON = turtle(`ex:PersonShape a sh:NodeShape ;
  sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ] .`)

/** Nested shapes that follow ex:next this many steps, along every possible way. */
export const waysOf = (deep: number): string =>
  `${'sh:property [ sh:path ex:next ; '.repeat(deep)}sh:nodeKind sh:IRI${' ]'.repeat(deep)}`
/** A ladder below ex:a0 with two ways over each rung, so 2^height ways. */
export const rungs = (height: number): string =>
  Array.from(
    { length: height },
    (_, i) => `ex:a${i} ex:next ex:a${i + 1}, ex:b${i + 1} . ex:b${i} ex:next ex:a${i + 1}, ex:b${i + 1} .`,
  ).join(' ')

interface Problem extends Record<string, unknown> {
  code: string
}

/** A new tenant. Calls are made in the context `facts` unless specified. */
export async function shapesTenant(app: TestApp, plan: 'free' | 'pro' = 'free') {
  const tenant = await app.tenant({ plan })
  const at = (context = 'facts', workspace = tenant.id): Record<string, string> => ({
    'x-tenant-id': tenant.id,
    'x-workspace-id': workspace,
    'x-context-id': context,
  })
  const as = (role: Role = 'member') => app.client(shapes, tenant, role)
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${app.url}/graph${path}`, {
      method: 'POST',
      ...(signal && { signal }),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${await app.key(tenant, 'member')}`,
        'content-type': 'application/json',
        ...at(),
        ...headers,
      },
    })
  return {
    tenant,
    at,
    as,
    send,
    keep: (text: string, more: { name?: string; enforced?: boolean } = {}, headers = at()) =>
      as().create({ body: { name: 'Persons', turtle: text, ...more }, headers }),
    edit: (id: string, body: ShapePatch) => as().update({ params: { id }, body, headers: at() }),
    update: (text: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      send(
        '/sparql/update',
        `prefix ex: <http://e.test/> ${text}`,
        { 'content-type': 'application/sparql-update', ...headers },
        signal,
      ),
    count: async (headers: Record<string, string> = {}): Promise<number> => {
      const asked = { 'content-type': 'application/sparql-query', accept: 'text/csv', ...headers }
      const answer = await send('/sparql', 'select (count(*) as ?n) { ?s ?p ?o }', asked)
      return Number((await answer.text()).split('\n')[1])
    },
    validate: async (body: Record<string, unknown>, headers: Record<string, string> = {}) => {
      const answer = await send('/validate', body, headers)
      return { status: answer.status, report: (await answer.json()) as ValidationReport & Problem }
    },
  }
}
export type ShapesTenant = Awaited<ReturnType<typeof shapesTenant>>
