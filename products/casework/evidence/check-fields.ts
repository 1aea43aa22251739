// Bodies that a handler reads itself are checked as all others are.
import { fail } from '@veritrace/platform/errors'
import { compileSchema } from '@veritrace/platform/http/validation'
import { NO_TEXT, pathOfNoText } from '../model/text.ts'

type Schema = Parameters<typeof compileSchema>[0]['schema']

/** The value as it fits the schema, or 422 with what does not. */
export function checked<T>(schema: Schema, value: unknown): T {
  const result = compileSchema({ schema, method: 'POST', url: '', httpPart: 'body' })(value)
  if (typeof result === 'object' && 'error' in result && result.error) throw result.error
  return value as T
}

/** The fields themselves, where all of their texts can be kept as they are; 422 with the first that cannot. */
export function requireTexts<T extends object>(fields: T): T {
  const path = pathOfNoText(fields)
  return path === undefined
    ? fields
    : fail('invalid_body', `${path} ${NO_TEXT}.`, { errors: [{ path, message: NO_TEXT }] })
}
