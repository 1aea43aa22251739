// Validates values, such as request bodies and data files, against schemas, with faults that say where and what.
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { Static, TSchema } from 'typebox'
import { messageOf } from './fault-messages.ts'
import { summarizeUnions } from './union-faults.ts'

export type { Static, TSchema }

interface Fault {
  /** Such as `rows.3.id`; empty for the value itself. */
  path: string
  message: string
}

const options = { allErrors: true, strict: false, useDefaults: true, removeAdditional: false } as const
export const exact = new Ajv(options)
/** Converts text to the number or boolean that the schema requires. */
export const fromText = new Ajv({ ...options, coerceTypes: true })
const addFormats = formats as unknown as (ajv: Ajv) => void
for (const ajv of [exact, fromText]) {
  addFormats(ajv)
  const rfc3339 = ajv.formats['date-time'] as { validate(text: string): boolean }
  ajv.addFormat('date-time', (text: string) => rfc3339.validate(text) && isMoment(text))
}

/**
 * The format allows leap seconds and short offsets, which Date does not support, and offsets that leave the years 0000
 * to 9999.
 */
function isMoment(text: string): boolean {
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString())
}

const checks = new WeakMap<TSchema, ValidateFunction>()

/** The value with the schema's defaults, or everything that is wrong with it. */
export function checkValue<T extends TSchema>(
  schema: T,
  value: unknown,
): { value: Static<T>; faults?: never } | { value?: never; faults: Fault[] } {
  const check = checks.get(schema) ?? exact.compile(schema)
  checks.set(schema, check)
  return check(value) ? { value: value as Static<T> } : { faults: faultsIn(check) }
}

/** The faults of the last validated value. */
export function faultsIn(check: ValidateFunction): Fault[] {
  const faults = summarizeUnions(check.errors ?? []).map((error) => ({
    path: pathOf(error),
    message: messageOf(error),
  }))
  // A format and a pattern may report the same fault.
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()]
}

/** RFC 6901 §3: a slash in a name is escaped as ~1, and the tilde as ~0. */
const plain = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

function pathOf(error: ErrorObject): string {
  const at = error.instancePath.slice(1).split('/').map(plain).join('.')
  const name = error.params.additionalProperty ?? error.params.missingProperty
  return name ? [at, name].filter(Boolean).join('.') : at
}
