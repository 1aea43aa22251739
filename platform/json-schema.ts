// Values against schemas, with faults that say where and what: bodies of requests, and files of data.
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { Static, TSchema } from 'typebox'
import { messageOf } from './fault-words.ts'
import { toldOnce } from './union-faults.ts'

export type { Static, TSchema }

interface Fault {
  /** Such as `rows.3.id`; empty for the value itself. */
  path: string
  message: string
}

const options = { allErrors: true, strict: false, useDefaults: true, removeAdditional: false } as const
export const exact = new Ajv(options)
/** Reads text as the number or boolean that it should be. */
export const fromText = new Ajv({ ...options, coerceTypes: true })
const addFormats = formats as unknown as (ajv: Ajv) => void
for (const ajv of [exact, fromText]) {
  addFormats(ajv)
  const rfc3339 = ajv.formats['date-time'] as { validate(text: string): boolean }
  ajv.addFormat('date-time', (text: string) => rfc3339.validate(text) && isMoment(text))
}

/** The format lets leap seconds and short offsets pass, which a Date does not know, and offsets that lead out of the years 0000 to 9999. */
function isMoment(text: string): boolean {
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString())
}

const checks = new WeakMap<TSchema, ValidateFunction>()

/** The value with the schema's defaults in it, or everything that is wrong with it. */
export function checkValue<T extends TSchema>(
  schema: T,
  value: unknown,
): { value: Static<T>; faults?: never } | { value?: never; faults: Fault[] } {
  const check = checks.get(schema) ?? exact.compile(schema)
  checks.set(schema, check)
  return check(value) ? { value: value as Static<T> } : { faults: faultsIn(check) }
}

/** What the last value that was held against the schema did wrong. */
export function faultsIn(check: ValidateFunction): Fault[] {
  const faults = toldOnce(check.errors ?? []).map((error) => ({ path: pathOf(error), message: messageOf(error) }))
  // A format and a pattern may ask for the same.
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()]
}

/** RFC 6901 §3: a slash inside a name is written ~1, and the tilde ~0. */
const plain = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

function pathOf(error: ErrorObject): string {
  const at = error.instancePath.slice(1).split('/').map(plain).join('.')
  const name = error.params.additionalProperty ?? error.params.missingProperty
  return name ? [at, name].filter(Boolean).join('.') : at
}
