// Generates values for a JSON schema: valid ones, and those that an attacker would send.
import fc from 'fast-check'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Source {
  resolve(ref: string): Schema
  /** Existing values with this name, such as slugs of pages; preferably those returned at `path`. */
  known(name: string, path?: string): readonly string[]
  /** Whether any part may be replaced by a hostile value. */
  hostile: boolean
}

/** A value for the schema; `name` is the property or parameter that it is for. */
export function valueFor(schema: Schema, source: Source, name = ''): fc.Arbitrary<unknown> {
  const fitting = fittingValue(schema, source, name)
  if (!source.hostile) return fitting
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: HOSTILE_VALUE })
}

function fittingValue(schema: Schema, source: Source, name: string): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueFor(source.resolve(schema.$ref), source, name)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? [schema.type ?? 'string'].flat().map((type) => ({ ...schema, type }))
  if (options.length > 1) return fc.oneof(...options.map((option) => fittingValue(option, source, name)))
  const [only] = options
  if (only?.type === 'string') return textFor(only, source.known(name))
  if (only?.type === 'integer') return fc.integer({ min: only.minimum ?? -(2 ** 31), max: only.maximum ?? 2 ** 31 - 1 })
  if (only?.type === 'number') return fc.double({ noNaN: true })
  if (only?.type === 'boolean') return fc.boolean()
  if (only?.type === 'null') return fc.constant(null)
  if (only?.type === 'array') return listFor(only, source, name)
  if (only?.type === 'object') return objectFor(only, source)
  throw new Error(`No values for the schema ${JSON.stringify(schema)}`)
}

const moment = () => fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
const FORMATS: Record<string, () => fc.Arbitrary<string>> = {
  uri: () => fc.webUrl({ withQueryParameters: true }),
  hostname: () => fc.domain(),
  email: () => fc.emailAddress(),
  'date-time': () => moment().map((date) => date.toISOString()),
  date: () => moment().map((date) => date.toISOString().slice(0, 10)),
}

const texts = new Map<string, fc.Arbitrary<string>>()

/** Cached per length, because creating it is slow in the library. */
function anyText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const size = `${minLength}-${maxLength}`
  const made = texts.get(size) ?? fc.string({ unit: 'grapheme', minLength, maxLength })
  texts.set(size, made)
  return made
}

function textFor({ format, pattern, minLength = 0, maxLength = 80 }: Schema, known: readonly string[]) {
  const shape = pattern === undefined ? undefined : new RegExp(pattern)
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength && (shape?.test(text) ?? true)
  const made = format
    ? FORMATS[format]!()
    : shape
      ? fc.stringMatching(shape)
      : anyText(minLength, Math.min(maxLength, 80))
  const usable = format ? [] : known.filter(fits)
  return usable.length > 0 ? fc.oneof(fc.constantFrom(...usable), made.filter(fits)) : made.filter(fits)
}

function listFor({ items = {}, maxItems = 5, uniqueItems }: Schema, source: Source, name: string) {
  const item = valueFor(items, source, name.replace(/s$/, ''))
  const size = { maxLength: Math.min(maxItems, 5) }
  return uniqueItems && !source.hostile ? fc.uniqueArray(item, size) : fc.array(item, size)
}

function objectFor({ properties = {}, required = [] }: Schema, source: Source) {
  const members = Object.entries(properties).map(([key, schema]) => {
    const value = valueFor(schema, source, key)
    // JSON omits undefined values.
    return [key, required.includes(key) ? value : fc.option(value, { nil: undefined, freq: 2 })] as const
  })
  const object = fc.record(Object.fromEntries(members), { noNullPrototype: true })
  if (!source.hostile) return object
  const strange = fc.tuple(object, fc.constantFrom('extra', 'constructor', '__proto__', ''), fc.jsonValue())
  // defineProperty, because an assignment to __proto__ would not create a member.
  const grown = strange.map(([target, key, value]) =>
    Object.defineProperty({ ...target }, key, { value, enumerable: true }),
  )
  return fc.oneof({ weight: 8, arbitrary: object }, { weight: 1, arbitrary: grown })
}

export const HOSTILE_TEXT = fc.constantFrom(
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '\u202e', '\ufeff', '\r\nX-Evil: 1', '\\', '%', '%00', '_'],
  ...['../', '..', '..%2f..%2f', '..\\..\\', '/etc/passwd', '?', '#', '&x=1', ';', '.', '~'],
  ...["'", '"', "' or 1=1 --", "'; drop table pages; --", '$1', '{{7*7}}', '\x24{7*7}', '<script>alert(1)</script>'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '[]', '{}', '(a+)+$'],
  ...['-1', '0', '1.5', '1e999', '0x10', '2147483648', '9007199254740993', '9223372036854775808', '-0'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '+275760-09-13T00:00:00.000Z', 'infinity', '2026-02-30'],
  ...['é'.repeat(300), '😀'.repeat(100), 'x'.repeat(600), 'a'.repeat(5_000)],
)

export const HOSTILE_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  HOSTILE_TEXT,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [null], [[]], { length: -1 }),
  fc.constantFrom(JSON.parse('{"__proto__":{"role":"owner"}}'), { constructor: { prototype: {} } }, nested(70)),
  fc.jsonValue({ stringUnit: 'grapheme' }),
)

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : [nested(depth - 1)]
}
