// Schemas that every product uses.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { formed } from './formed.ts'

export type { Static } from 'typebox'

const names = new Map<TSchema, string>()

/** Gives a schema its name in the OpenAPI document, which looks it up by identity. */
export function named<T extends TSchema>(name: string, schema: T): T {
  names.set(schema, name)
  return schema
}
export const nameOf = (schema: TSchema): string | undefined => names.get(schema)

/** An object without unknown fields: for everything a caller sends. */
export const strict = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** The schema or null. Primitives get one list of types, which serializes faster than a union. */
export function nullable<T extends TSchema>(schema: T) {
  const type = (schema as { type?: string }).type
  if (!type || type === 'object' || type === 'array')
    return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
  const values = (schema as { enum?: unknown[] }).enum
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** A string enum. */
export const oneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })

export const DateTime = Type.String({ format: 'date-time' })
/** A web address with a host. */
export const WebAddress = formed(
  'an address such as https://example.com/page',
  '^https?://(?!([^/?#]*@)?(:\\d*)?([/?#]|$))',
  {
    format: 'uri',
    maxLength: 2048,
  },
)
export const Slug = formed(
  'up to 63 characters: a-z, 0-9 and inner hyphens',
  '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
  {
    description: 'Up to 63 characters: a-z, 0-9 and inner hyphens',
  },
)

export const limit = (max = 200, standard = 50) => Type.Integer({ minimum: 1, maximum: max, default: standard })
export const pageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 512, description: '`next` of the previous page' })),
  limit: limit(),
}

/** A page of a list. `next` is the cursor of the next page, or empty on the last page. */
export const pageOf = <T extends TSchema>(items: T) =>
  Type.Object({
    items: Type.Array(items),
    next: Type.String({ description: 'Cursor of the next page; empty on the last page' }),
  })

export const Problem = named(
  'Problem',
  Type.Object({
    type: Type.String({ description: 'Link to this error in the documentation' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'Path of the failed request' }),
    code: Type.String({ description: 'Stable code in snake_case' }),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  }),
)
