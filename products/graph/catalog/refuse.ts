// Converts field problems to the error of the call.
import { fail } from '@veritrace/platform/errors'
import type { FieldProblem } from './rules.ts'

/** Fails with 422 if there are any. */
export function refuseAll(errors: readonly FieldProblem[]): void {
  if (errors.length > 0) refuse(errors)
}

export function refuse(errors: readonly FieldProblem[]): never {
  const detail = errors.map(({ path, message }) => `${path} ${message}.`).join(' ')
  return fail('invalid_body', detail, { errors })
}
