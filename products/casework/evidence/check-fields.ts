// Bodies that a handler reads itself are checked as all others are.
import { compileSchema } from '@veritrace/platform/http/validation'
import type { Static, TSchema } from 'typebox'

/** The value as it fits the schema, or 422 with what does not. */
export function checked<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const result = compileSchema({ schema, method: 'POST', url: '', httpPart: 'body' })(value)
  if (typeof result === 'object' && 'error' in result && result.error) throw result.error
  return value as Static<S>
}
