// Bodies that a handler reads itself are checked as all others are.
import { compileSchema } from '@veritrace/platform/http/validation'

type Schema = Parameters<typeof compileSchema>[0]['schema']

/** The value as it fits the schema, or 422 with what does not. */
export function checked<T>(schema: Schema, value: unknown): T {
  const result = compileSchema({ schema, method: 'POST', url: '', httpPart: 'body' })(value)
  if (typeof result === 'object' && 'error' in result && result.error) throw result.error
  return value as T
}
