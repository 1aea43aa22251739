// An example value that fits a schema, for operations without a recorded call. Pure.
import { choicesOf, isObject, propertiesOf, resolved, type Schema, type Schemas, withoutNull } from './schema.ts'

const DEEPEST = 5
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:00.000Z',
  date: '2026-01-15',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** `whole`: also what may be left out. */
export function sampleOf(given: Schema, schemas: Schemas, whole: boolean, depth = 0): unknown {
  const { schema } = withoutNull(given, schemas)
  const own = resolved(schema, schemas)
  const [example] = own.examples ?? schema.examples ?? []
  if (example !== undefined) return example
  if (schema.default !== undefined) return schema.default
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  const [choice] = choicesOf(own) ?? []
  if (choice) return sampleOf(choice, schemas, whole, depth)
  if (own.type === 'array') return depth < DEEPEST && own.items ? [sampleOf(own.items, schemas, whole, depth + 1)] : []
  if (isObject(own)) {
    if (depth >= DEEPEST) return {}
    const shown = propertiesOf(own, schemas).filter(([, , required]) => whole || required)
    return Object.fromEntries(shown.map(([name, property]) => [name, sampleOf(property, schemas, whole, depth + 1)]))
  }
  return plainOf(own)
}

function plainOf({ type, format, minimum, minLength = 0 }: Schema): unknown {
  const kind = [type].flat()[0]
  if (kind === 'integer' || kind === 'number') return minimum ?? 1
  if (kind === 'boolean') return true
  if (kind === 'null') return null
  return (format && FORMATS[format]) ?? 'text'.padEnd(minLength, '.')
}
