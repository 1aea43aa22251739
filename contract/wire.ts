// Shapes that every product shares on the wire.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { formed } from './formed.ts'

export type { Static } from 'typebox'

const names = new Map<TSchema, string>()

/** Gives a schema its name in the OpenAPI document; looked up there by identity. */
export function named<T extends TSchema>(name: string, schema: T): T {
  names.set(schema, name)
  return schema
}
export const nameOf = (schema: TSchema): string | undefined => names.get(schema)

/** An object that refuses fields it does not know: for everything a caller sends. */
export const strict = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** The schema or null. Primitives stay one type list, which serialises faster than a union. */
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

/** One of a few words. */
export const oneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })

export const DateTime = Type.String({ format: 'date-time' })
/** Of something on the web: it names a host. */
export const WebAddress = formed(
  'an address such as https://example.com/page',
  '^https?://(?!([^/?#]*@)?(:\\d*)?([/?#]|$))',
  {
    format: 'uri',
    maxLength: 2048,
  },
)
export const Slug = formed(
  'of lower-case letters, digits and inner hyphens, 63 at most',
  '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
  {
    description: 'Lower-case letters, digits and inner hyphens, 63 at most',
  },
)

export const limit = (max = 200, standard = 50) => Type.Integer({ minimum: 1, maximum: max, default: standard })
export const pageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 512, description: 'The `next` of the page before' })),
  limit: limit(),
}

/** A page of a list: `next` is the cursor of the following page, empty at the end. */
export const pageOf = <T extends TSchema>(items: T) =>
  Type.Object({
    items: Type.Array(items),
    next: Type.String({ description: 'Cursor of the next page, empty at the end' }),
  })

export const Problem = named(
  'Problem',
  Type.Object({
    type: Type.String({ description: 'Address of this error in the documentation' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'The request that failed' }),
    code: Type.String({ description: 'Stable, snake_case' }),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  }),
)
