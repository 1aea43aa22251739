// Validation for bodies that a handler reads itself: the same checks and errors as for all other bodies.
import { fail } from '@veritrace/platform/errors'
import { compileSchema } from '@veritrace/platform/http/validation'
import { NO_TEXT, pathOfNoText } from '../model/text.ts'

type Schema = Parameters<typeof compileSchema>[0]['schema']

/** Returns the value if it matches the schema; otherwise fails with 422 and the mismatches. */
export function checked<T>(schema: Schema, value: unknown): T {
  const result = compileSchema({ schema, method: 'POST', url: '', httpPart: 'body' })(value)
  if (typeof result === 'object' && 'error' in result && result.error) throw result.error
  return value as T
}

/** Returns the fields if all of their texts can be stored unchanged; otherwise fails with 422 and the first bad one. */
export function requireStorableTexts<T extends object>(fields: T): T {
  const path = pathOfNoText(fields)
  return path === undefined
    ? fields
    : fail('invalid_body', `${path} ${NO_TEXT}.`, { errors: [{ path, message: NO_TEXT }] })
}
