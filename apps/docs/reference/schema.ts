// What a schema says, in one line: its type and its limits. Pure.

export interface Schema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  patternProperties?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export type Schemas = Readonly<Record<string, Schema>>

const NAME = /^#\/components\/schemas\//
export const refName = ({ $ref }: Schema): string | undefined => $ref?.replace(NAME, '')

export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = refName(schema)
  return name === undefined ? schema : (schemas[name] ?? {})
}

export const choicesOf = (schema: Schema): Schema[] | undefined => schema.anyOf ?? schema.oneOf

/** Null is shown as part of the type, not as a separate choice. */
const isNull = (schema: Schema): boolean => schema.type === 'null' || schema.const === null

export function withoutNull(schema: Schema, schemas: Schemas): { schema: Schema; nullable: boolean } {
  const choices = choicesOf(schema)
  if (!choices) return { schema, nullable: false }
  const left = choices.filter((choice) => !isNull(resolved(choice, schemas)))
  if (left.length === choices.length) return { schema, nullable: false }
  return {
    schema:
      left.length === 1
        ? { ...left[0], description: schema.description ?? left[0]!.description! }
        : { ...schema, anyOf: left },
    nullable: true,
  }
}

/** `string, at most 200 characters`, `array of Vendor`, `"draft" or "published"`. */
export function typeOf(given: Schema, schemas: Schemas): string {
  const { schema, nullable } = withoutNull(given, schemas)
  const text = bareType(schema, schemas)
  return nullable ? `${text} or null` : text
}

function bareType(schema: Schema, schemas: Schemas): string {
  const name = refName(schema)
  if (name !== undefined) {
    const target = resolved(schema, schemas)
    return isObject(target) ? name : bareType(target, schemas)
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return joined(schema.enum.map((value) => JSON.stringify(value)))
  const choices = choicesOf(schema)
  if (choices) return joined(choices.map((choice) => bareType(choice, schemas)))
  if (schema.type === 'array') return `array of ${schema.items ? bareType(schema.items, schemas) : 'anything'}`
  if (isObject(schema)) return 'object'
  return [schema.type].flat().join(' or ') || 'anything'
}

export const isObject = (schema: Schema): boolean =>
  schema.type === 'object' || schema.properties !== undefined || schema.allOf !== undefined

const MOST_LISTED = 12
function joined(words: readonly string[]): string {
  const unique = [...new Set(words)]
  if (unique.length > MOST_LISTED)
    return `${unique.slice(0, MOST_LISTED).join(', ')} and ${unique.length - MOST_LISTED} more`
  return unique.length < 2 ? (unique[0] ?? 'anything') : `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}`
}

export function limitsOf(given: Schema, schemas: Schemas): string[] {
  const { schema } = withoutNull(given, schemas)
  const own = resolved(schema, schemas)
  const range = (low: number | undefined, high: number | undefined, unit: string): string[] => {
    if (low !== undefined && high !== undefined) return [low === high ? `${low}${unit}` : `${low} to ${high}${unit}`]
    if (low !== undefined && low > 0) return [`at least ${low}${unit}`]
    return high === undefined ? [] : [`at most ${high}${unit}`]
  }
  return [
    ...(own.format ? [own.format] : []),
    ...range(own.minLength || undefined, own.maxLength, ' characters'),
    ...range(own.minItems || undefined, own.maxItems, ' items'),
    ...range(own.minimum, own.maximum, ''),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

/** All properties of an object, those of its parts included. */
export function propertiesOf(schema: Schema, schemas: Schemas): [name: string, schema: Schema, required: boolean][] {
  const own = resolved(schema, schemas)
  const parts = (own.allOf ?? []).flatMap((part) => propertiesOf(part, schemas))
  const required = new Set(own.required)
  return [
    ...parts,
    ...Object.entries(own.properties ?? {}).map(([name, property]): [string, Schema, boolean] => [
      name,
      property,
      required.has(name),
    ]),
  ]
}

/** The object inside: of an array its items, of a nullable one the object. */
export function innerObject(given: Schema, schemas: Schemas): Schema | undefined {
  const { schema } = withoutNull(given, schemas)
  const own = resolved(schema, schemas)
  if (own.type === 'array' && own.items) return innerObject(own.items, schemas)
  return isObject(own) && propertiesOf(schema, schemas).length > 0 ? schema : undefined
}
