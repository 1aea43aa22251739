// What clients rely on, as data: operations, fields, error codes, event types and roles. `npm run gen` records what is new;
// only `npm run gen -- stable` forgets what was removed.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract, type Product } from '@veritrace/contract'
import { CASE_ROLES } from '@veritrace/contract/casework/roles'
import { ROLES } from '@veritrace/contract/endpoint'
import { ERRORS } from '@veritrace/contract/errors'
import { EVENT_TYPES } from '@veritrace/contract/event-types'
import { openapi } from '@veritrace/contract/openapi'

export const STABLE_FILE = 'docs/api/stable.txt'

/** Names by subject, such as `schema Page` → title, slug. */
export type Stable = Map<string, Set<string>>

interface Schema {
  type?: unknown
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Content = { content?: Record<string, { schema?: Schema }> }
interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: Content
  responses: Record<string, Content>
}
export interface Api {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export function stableToday(): Stable {
  const found: Stable = new Map()
  add(found, 'roles', ROLES)
  add(found, 'casework roles', CASE_ROLES)
  for (const [code, { status }] of Object.entries(ERRORS)) add(found, `errors with status ${status}`, [code])
  for (const type of Object.values(EVENT_TYPES).flatMap((types) => Object.keys(types)))
    add(found, `events of ${type.split('.')[0]}`, [type])
  for (const product of Object.values(contract) as Product[])
    addApi(found, openapi([product], { title: '', version: '', description: '' }) as unknown as Api)
  return found
}

export function addApi(found: Stable, { paths, components }: Api): void {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const id = operation.operationId
      add(found, `operation ${id}`, [`${method.toUpperCase()}:${path}`])
      add(found, `parameters of ${id}`, operation.parameters?.map((one) => `${one.in}:${one.name}`) ?? [])
      add(found, `request of ${id}`, fieldsIn(operation.requestBody))
      for (const [status, answer] of Object.entries(operation.responses))
        if (Number(status) < 400) add(found, `response ${status} of ${id}`, fieldsIn(answer))
    }
  for (const [name, schema] of Object.entries(components.schemas)) add(found, `schema ${name}`, fieldsOf(schema))
}

const fieldsIn = ({ content = {} }: Content = {}): string[] =>
  Object.entries(content).flatMap(([type, { schema }]) => [type, ...(schema ? fieldsOf(schema) : [])])

/** Paths of fields, up to the next schema with a name: `items[]:VendorCard`, `address.city`. */
function fieldsOf(schema: Schema, path = ''): string[] {
  if (schema.$ref) return [`${path}:${schema.$ref.split('/').at(-1)}`]
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const { additionalProperties: more } = schema
  return [
    ...(path ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, path ? `${path}.${name}` : name)),
    ...(schema.items ? fieldsOf(schema.items, `${path}[]`).filter((name) => name !== `${path}[]`) : []),
    ...(typeof more === 'object' ? fieldsOf(more, `${path}{}`).filter((name) => name !== `${path}{}`) : []),
    ...forms.flatMap((form) => fieldsOf(form, path)),
  ]
}

function add(found: Stable, subject: string, names: readonly string[]): void {
  if (names.length === 0) return
  found.set(subject, new Set([...(found.get(subject) ?? []), ...names]))
}

export const stableText = (stable: Stable): string =>
  [
    '# What clients rely on. Generated: `npm run gen` adds what is new, `npm run gen -- stable` also forgets what was removed.',
    ...[...stable].map(([subject, names]) => `${subject} = ${[...names].toSorted().join(' ')}`).toSorted(),
    '',
  ].join('\n')

export function readStable(text: string): Stable {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [subject = '', names = ''] = line.split(' = ')
      return [subject, new Set(names.split(' '))]
    }),
  )
}

export function recordedStable(): Stable {
  const file = fileURLToPath(new URL(`../${STABLE_FILE}`, import.meta.url))
  return existsSync(file) ? readStable(readFileSync(file, 'utf8')) : new Map()
}

/** Both together, so that a removal stays recorded until someone confirms it. */
export function union(recorded: Stable, today: Stable): Stable {
  const all: Stable = new Map(recorded)
  for (const [subject, names] of today) add(all, subject, [...names])
  return all
}

/** What was recorded and is missing today, in words. */
export function removals(recorded: Stable, today: Stable): string[] {
  return [...recorded].flatMap(([subject, names]) => {
    const current = today.get(subject)
    if (!current && /^(?:operation|schema) /.test(subject)) return [`the ${subject}`]
    // A removed operation is reported once, without its parts.
    const [, id] = /^(?:parameters|request|response \d+) of (\S+)$/.exec(subject) ?? []
    if (id && !today.has(`operation ${id}`)) return []
    return [...names].filter((name) => !current?.has(name)).map((name) => `“${name}” of the ${subject}`)
  })
}
